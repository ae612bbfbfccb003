/// A date format in the letters of Java's `DateTimeFormatter`, as in WireMock; also `unix` and `epoch`.
///
/// Supported letters: `y`/`u` year, `M` month (`MMM`: Jan, `MMMM`: January), `d` day, `E` weekday (`EEEE`: Monday), `a` AM or PM,
/// `H` hour 0–23, `h` hour 1–12, `m` minute, `s` second, `S` fraction, `D` day of the year, and for the offset `X` (`Z`, `+01:00`), `Z`
/// (`+0100`), `z` (`GMT`). Literal text is in single quotes; two of them are one.
package struct DatePattern: Sendable, Hashable {
    enum Element: Sendable, Hashable {
        case literal(String)
        case field(Character, width: Int)
    }

    enum Form: Sendable, Hashable {
        /// Seconds since 1970.
        case unix
        /// Milliseconds since 1970.
        case epoch
        case elements([Element])
    }

    package let text: String
    let form: Form

    private static let letters: Set<Character> = [
        "y", "u", "M", "d", "E", "a", "H", "h", "m", "s", "S", "D", "X", "x", "Z", "z",
    ]

    /// Parses a format.\n\n- Throws: ``InvalidPattern`` if a letter is not supported.
    package init(_ text: String) throws(InvalidPattern) {
        guard text.utf8.count <= 128 else { throw InvalidPattern("is longer than 128 bytes") }
        self.text = text
        form = text == "unix" ? .unix : text == "epoch" ? .epoch : .elements(try Self.elements(of: text))
    }

    /// A format whose letters are all supported.
    init(known text: String) {
        self.text = text
        form = .elements((try? Self.elements(of: text)) ?? [])
    }

    private static func elements(of text: String) throws(InvalidPattern) -> [Element] {
        var elements: [Element] = []
        let characters = Array(text)
        var place = 0
        while place < characters.count {
            let character = characters[place]
            if character == "'" {
                let (literal, end) = try quoted(characters, from: place)
                elements.append(.literal(literal))
                place = end
            } else if character.isASCII, character.isLetter {
                guard letters.contains(character) else {
                    throw InvalidPattern("'\(character)' has no meaning in a date", at: place)
                }
                let width = characters[place...].prefix { $0 == character }.count
                elements.append(.field(character, width: width))
                place += width
            } else {
                elements.append(.literal(String(character)))
                place += 1
            }
        }
        return elements
    }

    private static func quoted(_ text: [Character], from start: Int) throws(InvalidPattern) -> (String, Int) {
        guard let end = text[(start + 1)...].firstIndex(of: "'") else {
            throw InvalidPattern("a quote is not closed", at: start)
        }
        return (end == start + 1 ? "'" : String(text[(start + 1)..<end]), end + 1)
    }
}
