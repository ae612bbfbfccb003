/// A file's name, bytes and lines.
struct SourceFile: Sendable {
    /// As it was given; stands in messages.
    let path: String
    /// Without a byte order mark.
    let bytes: [UInt8]

    init(path: String, bytes: [UInt8]) {
        self.path = path
        self.bytes = UTF8Check.withoutByteOrderMark(bytes)
    }

    /// The text of a line (from 1) without its end, or nil when the file has no such line or is UTF-16.
    func line(_ number: Int) -> String? {
        guard !UTF8Check.isUTF16(bytes) else { return nil }
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
