/// JSON as WireMock takes it: with comments, strings in single quotes, and anything after the value.
enum RelaxedJSON {
    /// Returns the text as strict JSON where only these three keep it from being so; every line keeps its number.
    ///
    /// Comments become spaces; what follows the value is left out.
    static func strict(_ bytes: [UInt8]) -> [UInt8] {
        var writer = Writer(bytes)
        while writer.depth >= 0, let byte = writer.current { writer.write(byte) }
        return writer.result
    }

    private struct Writer {
        private let bytes: [UInt8]
        private var position = 0
        private(set) var result: [UInt8] = []
        /// The number of open objects and lists; negative after the value.
        private(set) var depth = 0

        init(_ bytes: [UInt8]) {
            self.bytes = bytes
            result.reserveCapacity(bytes.count)
        }

        var current: UInt8? { position < bytes.count ? bytes[position] : nil }
        private var next: UInt8? { position + 1 < bytes.count ? bytes[position + 1] : nil }

        mutating func write(_ byte: UInt8) {
            switch (byte, next) {
            case (UInt8(ascii: "/"), UInt8(ascii: "/")): blank { $0.current == UInt8(ascii: "\n") }
            case (UInt8(ascii: "/"), UInt8(ascii: "*")): blankBlock()
            case (UInt8(ascii: "\""), _), (UInt8(ascii: "'"), _): string(in: byte)
            case (UInt8(ascii: "{"), _), (UInt8(ascii: "["), _):
                depth += 1
                copy()
            case (UInt8(ascii: "}"), _), (UInt8(ascii: "]"), _):
                // Ends the value if it closes the outermost object.
                depth = depth <= 1 ? -1 : depth - 1
                copy()
            default: copy()
            }
        }

        private mutating func copy() {
            result.append(bytes[position])
            position += 1
        }

        private mutating func blank(until isEnd: (Self) -> Bool) {
            while let byte = current, !isEnd(self) {
                // A continuation byte of UTF-8 has no column of its own.
                if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") {
                    result.append(byte)
                } else if byte & 0xC0 != 0x80 {
                    result.append(UInt8(ascii: " "))
                }
                position += 1
            }
        }

        private mutating func blankBlock() {
            let content = position + 2
            blank { writer in
                let end = writer.position
                return end >= content + 2 && writer.bytes[(end - 2)..<end].elementsEqual("*/".utf8)
            }
        }

        private mutating func string(in quote: UInt8) {
            result.append(UInt8(ascii: "\""))
            position += 1
            while let byte = current, byte != quote {
                if byte == UInt8(ascii: "\\"), let next {
                    if next != UInt8(ascii: "'") { result.append(byte) }
                    result.append(next)
                    position += 2
                } else {
                    if byte == UInt8(ascii: "\"") { result.append(UInt8(ascii: "\\")) }
                    copy()
                }
            }
            guard current != nil else { return }
            result.append(UInt8(ascii: "\""))
            position += 1
        }
    }
}
