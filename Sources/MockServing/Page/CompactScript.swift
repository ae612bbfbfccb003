/// A script without what its engine does not need: spaces, line ends and comments that separate nothing.
///
/// Strings, templates and regular expressions stay as they are.
struct CompactScript {
    private let source: [UInt8]
    private var place = 0
    private(set) var bytes: [UInt8] = []
    /// For each template around the place, the number of braces that are open in its expression.
    private var braces: [Int] = []

    /// Compacts a script whose lines have no indentation.
    init(_ text: String) {
        source = Array(text.utf8)
        bytes.reserveCapacity(source.count)
        while place < source.count { copyNext() }
    }

    private mutating func copyNext() {
        switch source[place] {
        case UInt8(ascii: "'"), UInt8(ascii: "\""): copyString()
        case UInt8(ascii: "`"):
            copy(1)
            copyTemplate()
        case UInt8(ascii: "/") where peek(1) == UInt8(ascii: "*"): skipComment()
        case UInt8(ascii: "/") where beginsExpression: copyRegularExpression()
        case UInt8(ascii: " "), UInt8(ascii: "\n"): copySeparator()
        case UInt8(ascii: "{"):
            if let open = braces.popLast() { braces.append(open + 1) }
            copy(1)
        case UInt8(ascii: "}"):
            if bytes.last == UInt8(ascii: ";") { bytes.removeLast() }
            copy(1)
            guard let open = braces.popLast() else { break }
            if open > 0 { braces.append(open - 1) } else { copyTemplate() }
        case UInt8(ascii: "c") where isAt(Self.constant) && !(bytes.last.map(Self.isOfName) ?? false):
            // A shorter word for the same in a script that assigns to no constant.
            bytes += Self.variable
            place += Self.constant.count
        case _: copy(1)
        }
    }

    private static let constant = Array("const ".utf8)
    private static let variable = Array("let ".utf8)

    private func isAt(_ text: [UInt8]) -> Bool {
        source[place...].starts(with: text)
    }

    private func peek(_ offset: Int) -> UInt8? {
        source.indices.contains(place + offset) ? source[place + offset] : nil
    }

    private mutating func copy(_ count: Int) {
        let end = min(source.count, place + count)
        bytes += source[place..<end]
        place = end
    }

    private mutating func copyString() {
        let quote = source[place]
        copy(1)
        while let byte = peek(0), byte != quote { copy(byte == UInt8(ascii: "\\") ? 2 : 1) }
        copy(1)
    }

    /// Copies a template up to its end, or to the beginning of an expression in it.
    private mutating func copyTemplate() {
        while let byte = peek(0), byte != UInt8(ascii: "`") {
            if byte == UInt8(ascii: "$"), peek(1) == UInt8(ascii: "{") {
                copy(2)
                braces.append(0)
                return
            }
            copy(byte == UInt8(ascii: "\\") ? 2 : 1)
        }
        copy(1)
    }

    private mutating func skipComment() {
        place += 2
        while place < source.count, !(source[place] == UInt8(ascii: "*") && peek(1) == UInt8(ascii: "/")) { place += 1 }
        place += 2
    }

    /// Whether a slash here begins a regular expression: no operand precedes it.
    private var beginsExpression: Bool {
        guard let last = bytes.last else { return true }
        return !Self.isOfName(last) && last != UInt8(ascii: ")") && last != UInt8(ascii: "]")
    }

    private mutating func copyRegularExpression() {
        var isInClass = false
        copy(1)
        while let byte = peek(0), isInClass || byte != UInt8(ascii: "/") {
            if byte == UInt8(ascii: "[") { isInClass = true }
            if byte == UInt8(ascii: "]") { isInClass = false }
            copy(byte == UInt8(ascii: "\\") ? 2 : 1)
        }
        copy(1)
    }

    /// Copies one space or line end, if it is needed.
    private mutating func copySeparator() {
        let hasLineEnd = source[place] == UInt8(ascii: "\n")
        place += 1
        guard let last = bytes.last, let next = peek(0) else { return }
        let isNeeded =
            hasLineEnd
            ? !Self.opening.contains(last) && !Self.continuing.contains(next)
            : Self.isOfName(last) && Self.isOfName(next) || last == next && Self.doubled.contains(last)
        if isNeeded { bytes.append(hasLineEnd ? UInt8(ascii: "\n") : UInt8(ascii: " ")) }
    }

    /// The signs after and before which a line end does not end a statement.
    private static let opening = Array("{([,;:?&|=\n".utf8)
    private static let continuing = Array("})],.?:&|".utf8)
    /// The signs of which two are another one.
    private static let doubled = Array("+-".utf8)

    private static func isOfName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"), 0x80...:
            true
        case _: false
        }
    }
}
