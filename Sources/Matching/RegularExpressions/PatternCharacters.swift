/// The scalars of a character class.
///
/// PCRE2 has neither nested classes nor intersections: they become alternatives and lookaheads.
indirect enum PatternCharacters {
    /// The items between brackets.
    case items(String)
    case union([PatternCharacters])
    case intersection([PatternCharacters])
    case complement(PatternCharacters)

    /// In PCRE2's dialect.
    var text: String {
        switch self {
        case .items(""): "(?!)"
        case .items(let items): "[\(items)]"
        case .complement(.items("")): "(?s:.)"
        case .complement(.items(let items)): "[^\(items)]"
        case .complement(.complement(let characters)): characters.text
        case .complement(let characters): "(?:(?!\(characters.text))(?s:.))"
        case .union(let parts): "(?:\(parts.map(\.text).joined(separator: "|")))"
        case .intersection(let parts):
            "(?:" + parts.dropLast().map { "(?=\($0.text))" }.joined() + (parts.last?.text ?? "") + ")"
        }
    }

    /// A scalar, escaped for use inside and outside brackets.
    static func escaped(_ scalar: Unicode.Scalar) -> String {
        let isPlain = scalar.value > 0x9F || (scalar.isASCII && UInt8(scalar.value).isLetterOrDigit)
        return isPlain ? String(scalar) : "\\x{\(String(scalar.value, radix: 16))}"
    }

    /// The items for a range, optionally with the other case of its ASCII letters.
    static func items(from first: Unicode.Scalar, to last: Unicode.Scalar, foldsASCII: Bool) -> String {
        let own = first == last ? escaped(first) : "\(escaped(first))-\(escaped(last))"
        guard foldsASCII else { return own }
        let upper = folded(max(first.value, 0x41), min(last.value, 0x5A), by: 0x20)
        return own + upper + folded(max(first.value, 0x61), min(last.value, 0x7A), by: -0x20)
    }

    private static func folded(_ first: UInt32, _ last: UInt32, by distance: Int) -> String {
        guard first <= last, let first = Unicode.Scalar(UInt32(Int(first) + distance)),
            let last = Unicode.Scalar(UInt32(Int(last) + distance))
        else { return "" }
        return first == last ? escaped(first) : "\(escaped(first))-\(escaped(last))"
    }
}

extension UInt8 {
    /// Whether the scalar is an ASCII letter or digit.
    package var isLetterOrDigit: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        case UInt8(ascii: "0")...UInt8(ascii: "9"): true
        case _: false
        }
    }
}

/// Java's properties of characters, as items of a class.
enum PatternProperty {
    static let whiteSpace = "\\p{Z}\\t-\\r\\x{85}"

    /// The classes of POSIX, in ASCII.
    private static let posix = [
        "Lower": "a-z", "Upper": "A-Z", "ASCII": "\\x{0}-\\x{7f}", "Alpha": "a-zA-Z", "Digit": "0-9",
        "Alnum": "a-zA-Z0-9", "Punct": "!-\\x{2f}:-@\\x{5b}-`{-~", "Graph": "!-~", "Print": "\\x{20}-~",
        "Blank": "\\x{20}\\t", "Cntrl": "\\x{0}-\\x{1f}\\x{7f}", "XDigit": "0-9a-fA-F", "Space": "\\x{20}\\t-\\r",
    ]

    /// The properties of `java.lang.Character` and the binary ones of Unicode, by the name after `java` or `Is`.
    private static let named = [
        "LowerCase": "\\p{Ll}", "UpperCase": "\\p{Lu}", "TitleCase": "\\p{Lt}", "Alphabetic": "\\p{L}\\p{Nl}",
        "Ideographic": "\\p{Han}", "Letter": "\\p{L}", "Digit": "\\p{Nd}", "LetterOrDigit": "\\p{L}\\p{Nd}",
        "SpaceChar": "\\p{Z}", "ISOControl": "\\p{Cc}", "Defined": "\\P{Cn}",
        "Whitespace":
            "\\t-\\r\\x{1c}-\\x{20}\\x{1680}\\x{2000}-\\x{2006}\\x{2008}-\\x{200a}\\x{2028}\\x{2029}\\x{205f}\\x{3000}",
        "JavaIdentifierStart": "\\p{L}\\p{Nl}\\p{Sc}\\p{Pc}", "UnicodeIdentifierStart": "\\p{L}\\p{Nl}",
        "JavaIdentifierPart": "\\p{L}\\p{Nl}\\p{Sc}\\p{Pc}\\p{Nd}\\p{Mc}\\p{Mn}\\p{Cf}",
        "UnicodeIdentifierPart": "\\p{L}\\p{Nl}\\p{Pc}\\p{Nd}\\p{Mc}\\p{Mn}\\p{Cf}",
    ]
    private static let binary = [
        "Lowercase": "\\p{Ll}", "Uppercase": "\\p{Lu}", "Titlecase": "\\p{Lt}", "Punctuation": "\\p{P}",
        "Control": "\\p{Cc}", "White_Space": whiteSpace, "WhiteSpace": whiteSpace, "Assigned": "\\P{Cn}",
        "Hex_Digit": "\\p{Nd}a-fA-F\\x{ff21}-\\x{ff26}\\x{ff41}-\\x{ff46}", "Alphabetic": "\\p{L}\\p{Nl}",
        "Ideographic": "\\p{Han}", "Letter": "\\p{L}", "Digit": "\\p{Nd}",
    ]
    /// Names that are not categories of Unicode, and the long names of JSON Schema.
    private static let categories = [
        "LC": "\\p{L&}", "LD": "\\p{L}\\p{Nd}", "L1": "\\x{0}-\\x{ff}", "all": "\\x{0}-\\x{10ffff}",
        "Any": "\\x{0}-\\x{10ffff}", "Letter": "\\p{L}", "Lowercase_Letter": "\\p{Ll}", "Uppercase_Letter": "\\p{Lu}",
        "Number": "\\p{N}", "Decimal_Number": "\\p{Nd}", "digit": "\\p{Nd}", "Punctuation": "\\p{P}",
        "Symbol": "\\p{S}",
        "Mark": "\\p{M}", "Separator": "\\p{Z}", "Other": "\\p{C}",
    ]

    /// The items of a class for a property; nil if it cannot be translated.
    static func items(_ name: String, isCaseless: Bool) -> String? {
        let items = items(name)
        guard isCaseless, let items else { return items }
        switch items {
        case "a-z", "A-Z": return "a-zA-Z"
        case "\\p{Ll}", "\\p{Lu}", "\\p{Lt}": return "\\p{L&}"
        case _: return items
        }
    }

    /// The class of POSIX with a name, in lower case.
    static func posix(_ name: String) -> String? {
        if name == "word" { return "a-zA-Z0-9_" }
        return posix.first { $0.key.lowercased() == name }?.value
    }

    private static func items(_ name: String) -> String? {
        if let items = posix[name] ?? categories[name] { return items }
        if name.hasPrefix("java") { return named[String(name.dropFirst(4))] }
        if name.hasPrefix("Is") {
            let own = String(name.dropFirst(2))
            return binary[own] ?? categories[own] ?? unicode(own)
        }
        let parts = name.split(separator: "=", maxSplits: 1)
        guard parts.count == 2 else {
            return name.hasPrefix("In") ? UnicodeBlock.items(String(name.dropFirst(2))) ?? unicode(name) : unicode(name)
        }
        if ["blk", "block"].contains(parts[0].lowercased()) { return UnicodeBlock.items(String(parts[1])) }
        return ["gc", "general_category", "sc", "script"].contains(parts[0].lowercased())
            ? unicode(String(parts[1])) : nil
    }

    /// A category or a script, which PCRE2 checks.
    private static func unicode(_ name: String) -> String? {
        guard !name.isEmpty, !name.hasPrefix("In") || name.hasPrefix("Inh") || name.hasPrefix("Ins"),
            name.utf8.allSatisfy({ $0.isLetterOrDigit || $0 == UInt8(ascii: "_") })
        else { return nil }
        return "\\p{\(name)}"
    }
}
