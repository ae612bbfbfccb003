/// RFC 4648 §4, with padding.
enum Base64 {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    static func encoded(_ bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        var index = 0
        while index < bytes.count {
            let group = (0..<3).map { index + $0 < bytes.count ? UInt32(bytes[index + $0]) : 0 }
            let bits = group[0] << 16 | group[1] << 8 | group[2]
            let left = bytes.count - index
            for position in 0..<4 {
                let digit = alphabet[Int(bits >> UInt32(18 - 6 * position) & 63)]
                result.append(position <= left ? digit : UInt8(ascii: "="))
            }
            index += 3
        }
        return result
    }
}
