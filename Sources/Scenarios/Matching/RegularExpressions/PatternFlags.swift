/// Java's inline flags.
struct PatternFlags: OptionSet {
    let rawValue: Int

    static let caseless = Self(rawValue: 1)
    static let unixLines = Self(rawValue: 2)
    static let multiline = Self(rawValue: 4)
    static let dotAll = Self(rawValue: 8)
    /// Folds case beyond ASCII.
    static let unicodeCase = Self(rawValue: 16)
    static let comments = Self(rawValue: 32)
    /// Extends `\d`, `\w`, `\s` and `\b` beyond ASCII.
    static let unicodeClasses = Self(rawValue: 64)

    /// The flag for a letter in `(?…)`.
    init?(_ letter: Unicode.Scalar) {
        switch letter {
        case "i": self = .caseless
        case "d": self = .unixLines
        case "m": self = .multiline
        case "s": self = .dotAll
        case "u": self = .unicodeCase
        case "x": self = .comments
        case "U": self = [.unicodeClasses, .unicodeCase]
        case _: return nil
        }
    }

    init(rawValue: Int) { self.rawValue = rawValue }

    /// Whether case is folded, and beyond ASCII.
    var foldsUnicode: Bool { isSuperset(of: [.caseless, .unicodeCase]) }
    var foldsASCII: Bool { contains(.caseless) && !contains(.unicodeCase) }
}
