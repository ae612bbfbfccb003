/// Quotes words for a shell.
package enum Shell {
    /// Returns the word as it is if the shell takes it literally, else in single quotes, for any POSIX shell.
    package static func quoted(_ word: String) -> String {
        let isPlain =
            !word.isEmpty
            && word.utf8.allSatisfy { byte in
                (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
                    || "-_./:@%+=,".utf8.contains(byte)
            }
        return isPlain ? word : "'" + word.replacing("'", with: #"'\''"#) + "'"
    }

    /// Returns any bytes except NUL as a word in one line; with control characters, or bytes that are not UTF-8, it is
    /// for bash and zsh: `$'a\nb'`.
    package static func quoted(bytes: [UInt8]) -> String {
        let text = String(decoding: bytes, as: UTF8.self)
        let isText = text.utf8.elementsEqual(bytes)
        if isText, !bytes.contains(where: isControl) { return quoted(text) }
        var word: [UInt8] = []
        for byte in bytes {
            switch byte {
            case UInt8(ascii: "\\"), UInt8(ascii: "'"): word += [UInt8(ascii: "\\"), byte]
            case UInt8(ascii: "\n"): word += #"\n"#.utf8
            case UInt8(ascii: "\r"): word += #"\r"#.utf8
            case UInt8(ascii: "\t"): word += #"\t"#.utf8
            case _ where isControl(byte) || (!isText && byte >= 0x80): word += octal(byte)
            case _: word.append(byte)
            }
        }
        return "$'\(String(decoding: word, as: UTF8.self))'"
    }

    private static func isControl(_ byte: UInt8) -> Bool { byte < 0x20 || byte == 0x7F }

    /// Three digits, so that a digit may follow.
    private static func octal(_ byte: UInt8) -> [UInt8] {
        [UInt8(ascii: "\\")] + [6, 3, 0].map { UInt8(ascii: "0") + (byte >> $0) & 7 }
    }
}
