/// Parses a JavaScript regular expression.
struct FormPatternParser {
    private typealias Node = FormPattern.Node

    /// The maximum nesting of groups.
    private static let depthLimit = 50
    private static let unbounded = Int.max

    private let text: [Unicode.Scalar]
    private var index = 0
    private(set) var groups = 0
    /// The greatest number of a reference.
    private var references = 0

    init(_ text: String) {
        self.text = Array(text.unicodeScalars)
    }

    /// The expression, or nil if it is malformed or not supported.
    mutating func parse() -> FormPattern.Node? {
        guard let node = choice(depth: 0), index == text.count, references <= groups else { return nil }
        return node
    }

    private var next: Unicode.Scalar? {
        index < text.count ? text[index] : nil
    }

    private mutating func take() -> Unicode.Scalar? {
        guard let next else { return nil }
        index += 1
        return next
    }

    /// Skips a text if it comes next.
    private mutating func skip(_ wanted: String) -> Bool {
        guard text[index...].starts(with: wanted.unicodeScalars) else { return false }
        index += wanted.unicodeScalars.count
        return true
    }

    private mutating func choice(depth: Int) -> Node? {
        guard depth <= Self.depthLimit else { return nil }
        var branches: [Node] = []
        repeat {
            var terms: [Node] = []
            while let next, next != "|", next != ")" {
                guard let term = term(depth: depth) else { return nil }
                terms.append(term)
            }
            branches.append(.sequence(terms))
        } while skip("|")
        return branches.count == 1 ? branches[0] : .choice(branches)
    }

    private mutating func term(depth: Int) -> Node? {
        guard let atom = atom(depth: depth) else { return nil }
        guard let range = quantifier() else { return atom }
        guard range.lowerBound <= range.upperBound, isRepeatable(atom) else { return nil }
        return .loop(atom, range.lowerBound...range.upperBound, isGreedy: !skip("?"))
    }

    private func isRepeatable(_ node: Node) -> Bool {
        switch node {
        case .start, .end, .wordBoundary, .look: false
        case .scalar, .any, .set, .sequence, .choice, .loop, .group, .reference: true
        }
    }

    private mutating func quantifier() -> (lowerBound: Int, upperBound: Int)? {
        if skip("*") { return (0, Self.unbounded) }
        if skip("+") { return (1, Self.unbounded) }
        if skip("?") { return (0, 1) }
        let start = index
        guard skip("{") else { return nil }
        if let lower = number() {
            if skip("}") { return (lower, lower) }
            if skip(",") {
                let upper = number() ?? Self.unbounded
                if skip("}") { return (lower, upper) }
            }
        }
        index = start
        return nil
    }

    private mutating func number() -> Int? {
        var value: Int?
        while let next, ("0"..."9").contains(next) {
            value = min((value ?? 0) * 10 + Int(next.value - 48), 1_000_000)
            index += 1
        }
        return value
    }

    private mutating func atom(depth: Int) -> Node? {
        guard let scalar = take() else { return nil }
        switch scalar {
        case ".": return .any
        case "^": return .start
        case "$": return .end
        case "(": return group(depth: depth)
        case "[": return characterSet()
        case "\\": return escape()
        case "*", "+", "?", "{", "}", "]", ")": return nil
        case _: return .scalar(scalar)
        }
    }

    private mutating func group(depth: Int) -> Node? {
        if skip("?:") { return closed(choice(depth: depth + 1)) }
        if skip("?=") { return closed(choice(depth: depth + 1)).map { .look($0, isPositive: true) } }
        if skip("?!") { return closed(choice(depth: depth + 1)).map { .look($0, isPositive: false) } }
        if skip("?<") {
            guard let end = text[index...].firstIndex(of: ">"), end > index,
                text[index..<end].allSatisfy(FormCharacterSet.isWord)
            else { return nil }
            index = end + 1
        } else if skip("?") {
            return nil
        }
        groups += 1
        let number = groups
        return closed(choice(depth: depth + 1)).map { .group($0, number) }
    }

    private mutating func closed(_ node: Node?) -> Node? {
        skip(")") ? node : nil
    }

    private mutating func escape() -> Node? {
        guard let letter = next else { return nil }
        if ("1"..."9").contains(letter), let number = number() {
            references = max(references, number)
            return .reference(number)
        }
        if letter == "b" || letter == "B" {
            index += 1
            return .wordBoundary(letter == "b")
        }
        if let `class` = classEscape() { return .set(FormCharacterSet(classes: [`class`])) }
        return scalarEscape().map { .scalar($0) }
    }

    /// `\d`, `\P{L}`; nil, without reading anything, for another escape.
    private mutating func classEscape() -> FormCharacterSet.Class? {
        guard let letter = next else { return nil }
        if let found = FormCharacterSet.Class(escape: letter) {
            index += 1
            return found
        }
        guard letter == "p" || letter == "P", text[index...].dropFirst().first == "{",
            let end = text[index...].firstIndex(of: "}")
        else { return nil }
        let written = String(String.UnicodeScalarView(text[(index + 2)..<end]))
        let name = written.split(separator: "=").last.map(String.init) ?? ""
        guard var found = FormCharacterSet.Class(category: name) else { return nil }
        index = end + 1
        found.isNegated = letter == "P"
        return found
    }

    private mutating func scalarEscape() -> Unicode.Scalar? {
        guard let letter = take() else { return nil }
        switch letter {
        case "t": return "\t"
        case "n": return "\n"
        case "r": return "\r"
        case "v": return "\u{B}"
        case "f": return "\u{C}"
        case "0": return "\0"
        case "x": return hex(2)
        case "u":
            guard skip("{") else { return hex(4) }
            let digits = text[index...].prefix { $0 != "}" }.count
            return hex(digits).flatMap { skip("}") ? $0 : nil }
        case "a"..."z", "A"..."Z", "1"..."9", "_": return nil
        case _: return letter
        }
    }

    private mutating func hex(_ count: Int) -> Unicode.Scalar? {
        guard (1...6).contains(count), text.count - index >= count else { return nil }
        let digits = String(String.UnicodeScalarView(text[index..<(index + count)]))
        index += count
        return UInt32(digits, radix: 16).flatMap { Unicode.Scalar($0) }
    }

    private mutating func characterSet() -> Node? {
        var set = FormCharacterSet()
        set.isNegated = skip("^")
        while let next, next != "]" {
            if skip("\\") {
                if let found = classEscape() {
                    set.classes.append(found)
                    continue
                }
                index -= 1
            }
            guard let first = setScalar() else { return nil }
            var last = first
            if skipDash() { last = setScalar() ?? "\0" }
            guard first <= last else { return nil }
            set.ranges.append(first...last)
        }
        return skip("]") ? .set(set) : nil
    }

    /// Skips `-` if it is between two scalars of a range.
    private mutating func skipDash() -> Bool {
        guard next == "-", index + 1 < text.count, text[index + 1] != "]" else { return false }
        index += 1
        return true
    }

    private mutating func setScalar() -> Unicode.Scalar? {
        guard let scalar = take() else { return nil }
        guard scalar == "\\" else { return scalar }
        return skip("b") ? "\u{8}" : scalarEscape()
    }
}
