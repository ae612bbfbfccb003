import Documents

/// Identifiers for mappings without one.
package enum StableIdentifier {
    /// A UUID of version 8 (RFC 9562 §5.8) that is the same for the same text, in every process.
    package static func uuid(of text: String) -> String {
        var bytes = hash(text, seed: 0xCBF2_9CE4_8422_2325) + hash(text, seed: 0x6C62_272E_07BB_0142)
        bytes[6] = bytes[6] & 0x0F | 0x80
        bytes[8] = bytes[8] & 0x3F | 0x80
        return [0..<4, 4..<6, 6..<8, 8..<10, 10..<16].map { hexadecimal(bytes[$0]) }.joined(separator: "-")
    }

    /// Whether the text has the form of a UUID, whatever its version.
    package static func isUUID(_ text: String) -> Bool {
        let groups = text.split(separator: "-", omittingEmptySubsequences: false)
        return groups.map(\.utf8.count) == [8, 4, 4, 4, 12]
            && groups.allSatisfy { $0.utf8.allSatisfy { Character(Unicode.Scalar($0)).isHexDigit } }
    }

    private static func hexadecimal(_ bytes: ArraySlice<UInt8>) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    /// Fowler, Noll and Vo's, with the bits spread (1a, 64 bits).
    private static func hash(_ text: String, seed: UInt64) -> [UInt8] {
        var hash = seed
        for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
        hash ^= hash >> 32
        hash = hash &* 0xD6E8_FEB8_6659_FD93
        hash ^= hash >> 32
        return (0..<8).map { UInt8(truncatingIfNeeded: hash >> (UInt64($0) * 8)) }
    }
}

extension Interaction {
    /// The identifier for the admin API: its `id`, or one derived from its place.
    package var identifier: String {
        id ?? StableIdentifier.uuid(of: location.description)
    }
}
