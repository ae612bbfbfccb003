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
