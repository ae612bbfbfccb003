internal import HAL

extension JSONPathParser {
    /// A logical expression: `||` of `&&` of tests.
    mutating func parseFilter() throws(InvalidPattern) -> JSONPath.Filter {
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.maximumDepth else {
            throw InvalidPattern("has more than \(Self.maximumDepth) nested filters", at: position)
        }
        var parts = [try parseConjunction()]
        while take("||") { parts.append(try parseConjunction()) }
        return parts.count == 1 ? parts[0] : .or(parts)
    }

    private mutating func parseConjunction() throws(InvalidPattern) -> JSONPath.Filter {
        var parts = [try parseTest()]
        while take("&&") { parts.append(try parseTest()) }
        return parts.count == 1 ? parts[0] : .and(parts)
    }

    private mutating func parseTest() throws(InvalidPattern) -> JSONPath.Filter {
        var isNegated = false
        skipSpace()
        while peek() == "!", peek(1) != "=" {
            position += 1
            isNegated.toggle()
            skipSpace()
        }
        let test = take("(") ? try parseGroup() : try parseComparison(allowed: !isNegated)
        skipSpace()
        return isNegated ? .not(test) : test
    }

    private mutating func parseGroup() throws(InvalidPattern) -> JSONPath.Filter {
        let filter = try parseFilter()
        guard take(")") else { throw unexpected(wanted: "')'") }
        return filter
    }

    private mutating func parseComparison(allowed: Bool) throws(InvalidPattern) -> JSONPath.Filter {
        let start = position
        let left = try parseOperand()
        skipSpace()
        let place = position
        if let test = try parseRelationOrMatch(of: left) {
            try checkSingle([left], at: start)
            guard allowed else { throw InvalidPattern("'!' before a comparison needs parentheses", at: place) }
            return test
        }
        guard let comparison = takeComparison() else {
            guard case .query(let query) = left else {
                throw InvalidPattern("a value needs a comparison", at: start)
            }
            return .exists(query)
        }
        guard allowed else { throw InvalidPattern("'!' before a comparison needs parentheses", at: place) }
        skipSpace()
        let right = try parseOperand()
        try checkSingle([left, right], at: start)
        return .comparison(left, comparison, right)
    }

    private func checkSingle(_ operands: [JSONPath.Operand], at start: Int) throws(InvalidPattern) {
        for case .query(let query) in operands where !JSONPath.isDefinite(query.steps) {
            throw InvalidPattern("a comparison needs a path that selects a single value", at: start)
        }
    }

    private mutating func parseRelationOrMatch(
        of operand: JSONPath.Operand
    ) throws(InvalidPattern) -> JSONPath.Filter? {
        if let relation = try parseRelation(of: operand) { return relation }
        return try parseMatch(of: operand)
    }

    /// A word such as `in` and its operand; nil if something else follows.
    private mutating func parseRelation(of operand: JSONPath.Operand) throws(InvalidPattern) -> JSONPath.Filter? {
        guard let relation = JSONPath.Relation.allCases.first(where: { take(word: $0.rawValue) }) else { return nil }
        skipSpace()
        let start = position
        let right = try parseOperand()
        try checkSingle([right], at: start)
        if relation.needsList, case .literal(let value) = right, value.array == nil {
            throw InvalidPattern("'\(relation.rawValue)' needs a list", at: start)
        }
        return .relation(operand, relation, right)
    }

    private mutating func take(word: String) -> Bool {
        let start = position
        guard take(word) else { return false }
        guard let next = peek(), Self.isNameScalar(next) else { return true }
        position = start
        return false
    }

    /// The values between brackets.
    private mutating func parseList() throws(InvalidPattern) -> JSONValue {
        position += 1
        var values: [JSONValue] = []
        skipSpace()
        while !take("]") {
            if !values.isEmpty, !take(",") { throw unexpected(wanted: "',' or ']'") }
            skipSpace()
            guard peek() != "[", case .literal(let value) = try parseOperand() else {
                throw InvalidPattern("a list can contain only texts, numbers, booleans and null", at: position)
            }
            values.append(value)
            skipSpace()
        }
        return .array(values)
    }

    /// `=~ /expression/`, perhaps with `i` after it; nil if something else follows.
    private mutating func parseMatch(of operand: JSONPath.Operand) throws(InvalidPattern) -> JSONPath.Filter? {
        guard take("=~") else { return nil }
        skipSpace()
        let start = position
        guard take("/") else { throw unexpected(wanted: "'/'") }
        var pattern = String.UnicodeScalarView()
        while let scalar = peek(), scalar != "/" {
            position += 1
            if scalar == "\\", let escaped = peek() {
                position += 1
                if escaped != "/" { pattern.append(scalar) }
                pattern.append(escaped)
            } else {
                pattern.append(scalar)
            }
        }
        guard take("/") else { throw InvalidPattern("a '/' is not closed", at: start) }
        let flags = take("i") ? "(?i)" : ""
        do throws(InvalidPattern) {
            return .matches(operand, try RegularExpression(flags + String(pattern)))
        } catch {
            throw InvalidPattern(error.message, at: start)
        }
    }

    private mutating func takeComparison() -> JSONPath.Comparison? {
        JSONPath.Comparison.allCases.first { take($0.rawValue) }
    }

    private mutating func parseOperand() throws(InvalidPattern) -> JSONPath.Operand {
        guard let scalar = peek() else { throw unexpected() }
        switch scalar {
        case "@", "$":
            position += 1
            return .query(JSONPath.Query(isRelative: scalar == "@", steps: try parseSteps()))
        case "'", "\"":
            return .literal(.string(try parseString()))
        case "[":
            return .literal(try parseList())
        default:
            return .literal(try parseWordOrNumber())
        }
    }

    private mutating func parseWordOrNumber() throws(InvalidPattern) -> JSONValue {
        let start = position
        var text = String.UnicodeScalarView()
        while let scalar = peek(), scalar.isASCII,
            "+-._".unicodeScalars.contains(scalar) || scalar.properties.isAlphabetic
                || ("0"..."9").contains(scalar)
        {
            text.append(scalar)
            position += 1
        }
        switch String(text) {
        case "true": return .bool(true)
        case "false": return .bool(false)
        case "null": return .null
        case let word where peek() == "(" && !word.isEmpty:
            throw InvalidPattern("function '\(word)' is not supported", at: start)
        case let word:
            guard let value = JSONText.parse(word), case .number = value else {
                position = start
                throw unexpected(wanted: "a path, a text in quotes or a number")
            }
            return value
        }
    }

    /// A string in single or double quotes, with JSON's escapes and `\'`.
    mutating func parseString() throws(InvalidPattern) -> String {
        let start = position
        let quote = scalars[position]
        position += 1
        var json = String.UnicodeScalarView()
        json.append("\"")
        while let scalar = peek(), scalar != quote {
            position += 1
            if scalar == "\\", peek() == "'" {
                json.append("'")
                position += 1
                continue
            }
            if scalar == "\"" { json.append("\\") }
            json.append(scalar)
            if scalar == "\\", let escaped = peek() {
                json.append(escaped)
                position += 1
            }
        }
        guard position < scalars.count else { throw InvalidPattern("a quote is not closed", at: start) }
        position += 1
        json.append("\"")
        guard case .string(let text)? = JSONText.parse(String(json)) else {
            throw InvalidPattern("invalid string literal", at: start)
        }
        return text
    }
}
