/// A JavaScript regular expression, as in HTML's attribute `pattern`, which matches a whole value.
///
/// Matching has a budget of steps, so that the expression of a hostile server cannot block the client. Look-behind, named
/// references, and properties of characters other than general categories are not supported.
struct FormPattern: Sendable {
    /// A part of an expression.
    indirect enum Node: Sendable {
        case scalar(Unicode.Scalar)
        /// Any scalar but those that end a line.
        case any
        case set(FormCharacterSet)
        case sequence([Node])
        case choice([Node])
        case loop(Node, ClosedRange<Int>, isGreedy: Bool)
        case group(Node, Int)
        case start
        case end
        case wordBoundary(Bool)
        case look(Node, isPositive: Bool)
        case reference(Int)
    }

    /// The maximum length of an expression in bytes.
    private static let lengthLimit = 4096

    let root: Node
    /// The number of groups that capture.
    let groups: Int

    /// Parses an expression; nil if it is malformed or not supported.
    init?(_ text: String) {
        var parser = FormPatternParser(text)
        guard text.utf8.count <= Self.lengthLimit, let root = parser.parse() else { return nil }
        self.root = root
        groups = parser.groups
    }

    /// Whether the whole text matches; nil if the budget is used up.
    func matches(_ text: String, _ budget: inout FormBudget) -> Bool? {
        var program = FormProgram()
        guard program.compile(self, &budget) else { return nil }
        return program.matches(Array(text.unicodeScalars), &budget)
    }
}

/// The remaining steps of a validation.
struct FormBudget {
    /// The steps of a validation; a usual expression takes a few for each character.
    static let standard = 500_000

    private(set) var steps = Self.standard

    /// Uses steps; returns false if too few are left.
    mutating func take(_ count: Int = 1) -> Bool {
        guard steps >= count else {
            steps = 0
            return false
        }
        steps -= count
        return true
    }
}

/// A set of scalars: `[a-z_]`, `\d`.
struct FormCharacterSet: Sendable {
    /// A class of scalars, or its complement.
    struct Class: Sendable {
        let contains: @Sendable (Unicode.Scalar) -> Bool
        var isNegated = false
    }

    var ranges: [ClosedRange<Unicode.Scalar>] = []
    var classes: [Class] = []
    var isNegated = false

    func contains(_ scalar: Unicode.Scalar) -> Bool {
        let isInRange = ranges.contains { $0.contains(scalar) }
        return (isInRange || classes.contains { $0.contains(scalar) != $0.isNegated }) != isNegated
    }

    static func isWord(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", "_": true
        case _: false
        }
    }

    static func endsLine(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "\n", "\r", "\u{2028}", "\u{2029}": true
        case _: false
        }
    }
}

extension FormCharacterSet.Class {
    /// The class of an escape: `d`, `W`; nil for another letter.
    init?(escape letter: Unicode.Scalar) {
        switch letter {
        case "d", "D": self.init { ("0"..."9").contains($0) }
        case "w", "W": self.init(contains: FormCharacterSet.isWord)
        case "s", "S": self.init { $0.properties.isWhitespace || $0 == "\u{FEFF}" }
        case _: return nil
        }
        isNegated = ("A"..."Z").contains(letter)
    }

    /// The class of a general category: `L`, `Lu`; nil if it is not supported.
    init?(category name: String) {
        guard let categories = Self.categories[name] else { return nil }
        self.init { categories.contains($0.properties.generalCategory) }
    }

    private static let categories: [String: Set<Unicode.GeneralCategory>] = {
        let upper: Set<Unicode.GeneralCategory> = [.uppercaseLetter]
        let lower: Set<Unicode.GeneralCategory> = [.lowercaseLetter]
        let digits: Set<Unicode.GeneralCategory> = [.decimalNumber]
        let letters = upper.union(lower).union([.titlecaseLetter, .modifierLetter, .otherLetter])
        let marks: Set<Unicode.GeneralCategory> = [.nonspacingMark, .spacingMark, .enclosingMark]
        let numbers = digits.union([.letterNumber, .otherNumber])
        let spaces: Set<Unicode.GeneralCategory> = [.spaceSeparator, .lineSeparator, .paragraphSeparator]
        let symbols: Set<Unicode.GeneralCategory> = [.mathSymbol, .currencySymbol, .modifierSymbol, .otherSymbol]
        let punctuation: Set<Unicode.GeneralCategory> = [
            .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation,
            .finalPunctuation, .otherPunctuation,
        ]
        return [
            "L": letters, "Letter": letters, "Lu": upper, "Uppercase_Letter": upper, "Ll": lower,
            "Lowercase_Letter": lower, "M": marks, "Mark": marks, "N": numbers, "Number": numbers, "Nd": digits,
            "Decimal_Number": digits, "P": punctuation, "Punctuation": punctuation, "S": symbols, "Symbol": symbols,
            "Z": spaces, "Separator": spaces, "Zs": [.spaceSeparator], "Sc": [.currencySymbol],
        ]
    }()
}
