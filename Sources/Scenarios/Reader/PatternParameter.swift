/// A path parameter such as `{id}` in a regular expression, to which it is only a text in braces.
enum PatternParameter {
    /// The first one; nil when there is none.
    ///
    /// Braces behind an escape (`\p{L}`, `\x{41}`, `\{`), in a class (`[{a}]`) and of a placeholder (`${a}`) are none.
    static func first(in pattern: String) -> String? {
        let bytes = Array(pattern.utf8)
        var index = 0
        var isInClass = false
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "\\"):
                index += 2
                if index < bytes.count, bytes[index] == UInt8(ascii: "{") { index += 1 }
                continue
            case UInt8(ascii: "["): isInClass = true
            case UInt8(ascii: "]"): isInClass = false
            case UInt8(ascii: "{") where !isInClass && (index == 0 || bytes[index - 1] != UInt8(ascii: "$")):
                if let end = end(of: bytes[(index + 1)...]) {
                    return String(decoding: bytes[index...end], as: UTF8.self)
                }
            case _: break
            }
            index += 1
        }
        return nil
    }

    /// Where the brace behind a name is.
    private static func end(of rest: ArraySlice<UInt8>) -> Int? {
        guard let first = rest.first, isLetter(first) else { return nil }
        let end = rest.firstIndex { !isLetter($0) && !(0x30...0x39).contains($0) && $0 != UInt8(ascii: "-") }
        return end.flatMap { rest[$0] == UInt8(ascii: "}") ? $0 : nil }
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || byte == UInt8(ascii: "_")
    }
}
