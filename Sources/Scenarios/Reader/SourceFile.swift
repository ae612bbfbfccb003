/// A file's name, bytes and lines.
struct SourceFile: Sendable {
    /// As it was given; stands in messages.
    let path: String
    let bytes: [UInt8]

    /// The text of a line (from 1) without its end, or nil when the file has no such line.
    func line(_ number: Int) -> String? {
        var rest = bytes[...]
        for _ in 1..<max(number, 1) {
            guard let end = rest.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
            rest = rest[(end + 1)...]
        }
        var line = rest.prefix { $0 != UInt8(ascii: "\n") }.prefix(65_536)
        if line.last == UInt8(ascii: "\r") { line = line.dropLast() }
        return String(decoding: line, as: UTF8.self)
    }
}
