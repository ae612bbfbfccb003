internal import HAL

/// Parses a JSONPath expression, scalar by scalar.
struct JSONPathParser {
    static let maximumLength = 4096
    /// Of filters inside each other: parsing and evaluation recurse over them.
    static let maximumDepth = 30

    var scalars: [Unicode.Scalar]
    var position = 0
    var depth = 0

    init(_ text: String) {
        scalars = Array(text.unicodeScalars)
    }

    mutating func parse() throws(InvalidPattern) -> [JSONPath.Step] {
        guard scalars.count <= Self.maximumLength else {
            throw InvalidPattern("is longer than \(Self.maximumLength) characters")
        }
        var steps: [JSONPath.Step] = []
        if !take("$") {
            guard let first = peek(), first != "@" else { throw InvalidPattern("must begin with '$'", at: 0) }
            if first != "[", first != "." { steps.append(try parseName(isDescendant: false)) }
        }
        steps += try parseSteps()
        guard position == scalars.count else { throw unexpected() }
        return steps
    }

    /// All segments that follow; stops at the first scalar that cannot begin one.
    mutating func parseSteps() throws(InvalidPattern) -> [JSONPath.Step] {
        var steps: [JSONPath.Step] = []
        while let scalar = peek() {
            if scalar == "[" {
                steps.append(JSONPath.Step(isDescendant: false, selectors: try parseBracket()))
            } else if scalar == "." {
                steps.append(try parseDotted())
            } else {
                break
            }
        }
        return steps
    }

    private mutating func parseDotted() throws(InvalidPattern) -> JSONPath.Step {
        position += 1
        let isDescendant = take(".")
        if peek() == "[" { return JSONPath.Step(isDescendant: isDescendant, selectors: try parseBracket()) }
        if !isDescendant, take("length()") || take("size()") {
            guard peek() != ".", peek() != "[" else { throw unexpected(wanted: "the end after 'length()'") }
            return JSONPath.Step(isDescendant: false, selectors: [.length])
        }
        return try parseName(isDescendant: isDescendant)
    }

    /// A name or `*`.
    private mutating func parseName(isDescendant: Bool) throws(InvalidPattern) -> JSONPath.Step {
        let selector: JSONPath.Selector = take("*") ? .wildcard : .name(try parseShorthandName())
        return JSONPath.Step(isDescendant: isDescendant, selectors: [selector])
    }

    private mutating func parseShorthandName() throws(InvalidPattern) -> String {
        var name = String.UnicodeScalarView()
        // As Jayway, names may have an @: `$.@type`.
        while let scalar = peek(), Self.isNameScalar(scalar) || scalar == "@" {
            name.append(scalar)
            position += 1
        }
        guard let first = name.first, !("0"..."9").contains(first), first != "-" else {
            throw InvalidPattern("a name is missing here", at: position - name.count)
        }
        guard peek() != "(" else {
            throw InvalidPattern("function '\(String(name))' is not supported", at: position - name.count)
        }
        return String(name)
    }

    static func isNameScalar(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", "_", "-": true
        default: scalar.value >= 0x80
        }
    }

    private mutating func parseBracket() throws(InvalidPattern) -> [JSONPath.Selector] {
        position += 1
        var selectors: [JSONPath.Selector] = []
        repeat {
            skipSpace()
            selectors.append(try parseSelector())
            skipSpace()
        } while take(",")
        guard take("]") else { throw unexpected(wanted: "']'") }
        return selectors
    }

    private mutating func parseSelector() throws(InvalidPattern) -> JSONPath.Selector {
        switch peek() {
        case "*":
            position += 1
            return .wildcard
        case "'", "\"":
            return .name(try parseString())
        case "?":
            position += 1
            return .filter(try parseFilter())
        case "-", ":", "0", "1", "2", "3", "4", "5", "6", "7", "8", "9":
            return try parseIndexOrSlice()
        case nil, .some:
            throw unexpected(wanted: "a name in quotes, an index, '*' or '?'")
        }
    }

    private mutating func parseIndexOrSlice() throws(InvalidPattern) -> JSONPath.Selector {
        let start = try parseInteger()
        skipSpace()
        guard take(":") else {
            guard let start else { throw unexpected(wanted: "an index") }
            return .index(start)
        }
        skipSpace()
        let end = try parseInteger()
        skipSpace()
        guard take(":") else { return .slice(start: start, end: end, step: 1) }
        skipSpace()
        return .slice(start: start, end: end, step: try parseInteger() ?? 1)
    }

    private mutating func parseInteger() throws(InvalidPattern) -> Int? {
        let start = position
        var text = take("-") ? "-" : ""
        while let scalar = peek(), ("0"..."9").contains(scalar) {
            text.unicodeScalars.append(scalar)
            position += 1
        }
        guard position > start else { return nil }
        guard let number = Int(text), abs(Double(number)) <= 9_007_199_254_740_991 else {
            throw InvalidPattern("'\(text)' is not a valid index", at: start)
        }
        return number
    }
}

extension JSONPathParser {
    func peek(_ distance: Int = 0) -> Unicode.Scalar? {
        position + distance < scalars.count ? scalars[position + distance] : nil
    }

    mutating func take(_ text: String) -> Bool {
        let wanted = Array(text.unicodeScalars)
        guard scalars[position...].starts(with: wanted) else { return false }
        position += wanted.count
        return true
    }

    mutating func skipSpace() {
        while let scalar = peek(), scalar == " " || scalar == "\t" || scalar == "\n" || scalar == "\r" { position += 1 }
    }

    func unexpected(wanted: String? = nil) -> InvalidPattern {
        let found = peek().map { "unexpected '\($0)'" } ?? "unexpected end"
        return InvalidPattern(wanted.map { "\(found), expected \($0)" } ?? found, at: position)
    }
}
