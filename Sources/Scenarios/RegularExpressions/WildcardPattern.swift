/// A regular expression of nothing but literal text, `.`, `.*` and `.+`, which is what most of them are.
///
/// It says the same as the standard library's engine, at a small part of its cost: that one is slow to match, and a
/// server that never needs it starts without its code in memory.
struct WildcardPattern: Sendable {
    private enum Element {
        case byte(UInt8)
        /// Exactly one Unicode scalar. Never stands right behind `anyText`, so that it begins where a scalar does.
        case anyScalar
        case anyText
    }

    private var elements: [Element] = []

    /// Nil when the pattern has anything else in it.
    init?(_ pattern: String) {
        var rest = pattern.unicodeScalars[...]
        while let scalar = rest.popFirst() {
            switch scalar {
            case ".":
                guard appendWildcard(quantifier: rest.first) else { return nil }
                if rest.first == "*" || rest.first == "+" { rest.removeFirst() }
                // What would be a lazy or a possessive quantifier.
                if let next = rest.first, "?*+{".unicodeScalars.contains(next) { return nil }
            case "\\":
                guard let escaped = rest.popFirst(), Self.special.contains(escaped) else { return nil }
                append(escaped)
            case _ where Self.special.contains(scalar):
                return nil
            default:
                append(scalar)
            }
        }
    }

    private static let special = Set("\\.^$*+?()[]{}|".unicodeScalars)

    private mutating func append(_ literal: Unicode.Scalar) {
        elements += String(literal).utf8.map(Element.byte)
    }

    private mutating func appendWildcard(quantifier: Unicode.Scalar?) -> Bool {
        guard quantifier != "?", quantifier != "{" else { return false }
        let endsWithText = if case .anyText? = elements.last { true } else { false }
        if quantifier != "*" { elements.insert(.anyScalar, at: endsWithText ? elements.count - 1 : elements.count) }
        if quantifier == "*" || quantifier == "+", !endsWithText { elements.append(.anyText) }
        return true
    }

    /// Whether the whole value matches.
    func matches(_ value: String) -> Bool {
        let text = value.utf8
        var place = text.startIndex
        var next = 0
        var last: (behind: Int, end: String.Index)?
        while place < text.endIndex || next < elements.count {
            if next < elements.count {
                if case .anyText = elements[next] {
                    next += 1
                    guard next < elements.count else { return true }
                    last = (next, place)
                    continue
                }
                if let after = end(of: elements[next], at: place, in: value) {
                    (place, next) = (after, next + 1)
                    continue
                }
            }
            // What follows the last `.*` does not fit here: the `.*` takes one byte more.
            guard let (behind, end) = last, end < text.endIndex else { return false }
            place = text.index(after: end)
            next = behind
            last = (behind, place)
        }
        return true
    }

    /// Where a single byte or scalar ends; nil when it does not stand there.
    private func end(of element: Element, at place: String.Index, in value: String) -> String.Index? {
        guard place < value.endIndex else { return nil }
        switch element {
        case .byte(let byte): return value.utf8[place] == byte ? value.utf8.index(after: place) : nil
        case .anyScalar: return value.unicodeScalars.index(after: place)
        case .anyText: return nil
        }
    }
}
