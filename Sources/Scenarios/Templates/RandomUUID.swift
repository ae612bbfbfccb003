/// UUIDs of version 4 (RFC 9562 §5.4).
package enum RandomUUID {
    package static func text(using generator: inout any RandomNumberGenerator) -> String {
        let high = UInt64.random(in: .min ... .max, using: &generator) & 0xFFFF_FFFF_FFFF_0FFF | 0x4000
        let low = UInt64.random(in: .min ... .max, using: &generator) & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000
        let text = Array(digits(high) + digits(low))
        return [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(text[$0]) }.joined(separator: "-")
    }

    private static func digits(_ value: UInt64) -> String {
        let text = String(value, radix: 16)
        return String(repeating: "0", count: 16 - text.count) + text
    }
}
