internal import Matching

/// A short text that a regular expression matches, for the constructs that most descriptions use.
struct PatternSample {
    private static let longestPattern = 1000
    private static let mostRepetitions = 1000
    private static let deepest = 20
    /// Characters for classes that exclude some.
    private static let usual: [Unicode.Scalar] = ["a", "0", "A", "-", "_", " ", "!", "é"]

    private let pattern: [Unicode.Scalar]
    private var position = 0
    private var depth = 0
    /// How often repetitions without a fixed number are repeated beyond the least number.
    private let stretch: Int

    private init(_ pattern: String, stretch: Int) {
        self.pattern = Array(pattern.unicodeScalars)
        self.stretch = stretch
    }

    /// A text with a number of characters in the range; nil if none is found.
    static func text(for pattern: String, atLeast least: Int, atMost most: Int) -> String? {
        guard pattern.utf8.count <= longestPattern,
            let expression = try? RegularExpression(pattern, forSearching: true)
        else { return nil }
        for stretch in Set([0, 1, least]).sorted() {
            var sample = PatternSample(pattern, stretch: stretch)
            guard let text = sample.alternatives(), sample.position == sample.pattern.count else { return nil }
            let padded = text + String(repeating: "a", count: max(0, least - text.unicodeScalars.count))
            for candidate in [text, padded] where expression.matches(candidate) {
                let count = candidate.unicodeScalars.count
                if count >= least, count <= most { return candidate }
            }
        }
        return nil
    }

    private var current: Unicode.Scalar? { position < pattern.count ? pattern[position] : nil }

    private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        guard current == scalar else { return false }
        position += 1
        return true
    }

    /// The text of the first alternative.
    private mutating func alternatives() -> String? {
        guard depth < Self.deepest else { return nil }
        depth += 1
        defer { depth -= 1 }
        guard let first = sequence() else { return nil }
        while take("|") {
            guard sequence() != nil else { return nil }
        }
        return first
    }

    private mutating func sequence() -> String? {
        var text = ""
        while let next = current, next != "|", next != ")" {
            guard let atom = atom(), let count = repetitions() else { return nil }
            guard text.utf8.count + atom.utf8.count * count <= 1 << 16 else { return nil }
            text += String(repeating: atom, count: count)
        }
        return text
    }

    private mutating func atom() -> String? {
        guard let first = current else { return nil }
        position += 1
        switch first {
        case "(": return group()
        case "[": return characterClass()
        case ".": return "a"
        case "^", "$": return ""
        case "\\": return escape().map { $0.map(String.init) ?? "" }
        case "*", "+", "?": return nil
        default: return String(first)
        }
    }

    private mutating func group() -> String? {
        if take("?") {
            guard take(":") else { return nil }
        }
        let text = alternatives()
        return take(")") ? text : nil
    }

    /// The character of an escape; nil within if it matches no character, nil if it is not supported.
    private mutating func escape() -> Unicode.Scalar?? {
        guard let letter = current else { return .none }
        position += 1
        switch letter {
        case "d": return "0"
        case "w", "D", "S": return "a"
        case "s": return " "
        case "W": return "-"
        case "b", "A", "z", "Z": return .some(nil)
        case "t": return "\t"
        case "n": return "\n"
        case "r": return "\r"
        case "a"..."z", "A"..."Z", "0"..."9": return .none
        default: return letter
        }
    }

    private mutating func characterClass() -> String? {
        let excludes = take("^")
        var ranges: [ClosedRange<Unicode.Scalar>] = []
        while let first = current, first != "]" || ranges.isEmpty {
            guard let low = classCharacter(first) else { return nil }
            if current == "-", position + 1 < pattern.count, pattern[position + 1] != "]" {
                position += 1
                guard let next = current, let high = classCharacter(next), low <= high else { return nil }
                ranges.append(low...high)
            } else {
                ranges.append(low...low)
            }
        }
        guard take("]") else { return nil }
        guard excludes else { return ranges.first.map { String($0.lowerBound) } }
        return Self.usual.first { scalar in !ranges.contains { $0.contains(scalar) } }.map(String.init)
    }

    private mutating func classCharacter(_ first: Unicode.Scalar) -> Unicode.Scalar? {
        position += 1
        guard first == "\\" else { return first == "[" ? nil : first }
        return escape().flatMap(\.self)
    }

    /// The number of times that the atom before is there; nil for braces that are invalid.
    private mutating func repetitions() -> Int? {
        var least = 1
        var most: Int? = 1
        if take("*") {
            (least, most) = (0, nil)
        } else if take("+") {
            (least, most) = (1, nil)
        } else if take("?") {
            (least, most) = (0, 1)
        } else if take("{") {
            guard let number = number() else { return nil }
            (least, most) = (number, number)
            if take(",") { most = self.number() }
            guard take("}") else { return nil }
        } else {
            return 1
        }
        // Lazy and possessive repetitions match the same texts.
        if current == "?" || current == "+" { position += 1 }
        return min(most ?? .max, least + stretch, max(least, Self.mostRepetitions))
    }

    private mutating func number() -> Int? {
        var digits = ""
        while let next = current, ("0"..."9").contains(next), digits.count < 5 {
            digits.unicodeScalars.append(next)
            position += 1
        }
        return Int(digits)
    }
}
