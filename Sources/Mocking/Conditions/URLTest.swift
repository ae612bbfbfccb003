import Matching
import Messages

/// The part of a URL pattern that remains to be tested after the lookup in the index.
enum URLTest {
    /// The index has proved the match, or any URL matches.
    case proved
    case path(RegularExpression, prefix: [UInt8])
    case whole(RegularExpression, prefix: [UInt8])
    case template(PathTemplate)

    init(_ pattern: URLPattern) {
        switch pattern {
        case .any, .url, .urlPath: self = .proved
        case .urlPattern(let expression): self = .whole(expression, prefix: LiteralPrefix.of(expression.pattern))
        case .urlPathPattern(let expression): self = .path(expression, prefix: LiteralPrefix.of(expression.pattern))
        case .urlPathTemplate(let template):
            self = template.segments.count > TemplateTrie.maximumDepth ? .template(template) : .proved
        }
    }

    /// Whether the URL matches; expressions are tested against the normalized target and the target as sent.
    @inline(__always)
    func holds(for request: Request, _ target: RequestTarget, _ facts: inout LazyFacts) -> Bool {
        if case .proved = self { return true }
        return evaluates(for: request, target, &facts)
    }

    private func evaluates(for request: Request, _ target: RequestTarget, _ facts: inout LazyFacts) -> Bool {
        switch self {
        case .proved: return true
        case .path(let expression, let prefix):
            guard target.isCopy || target.bytes.begins(with: prefix, at: target.path.lowerBound) else { return false }
            return facts.of(request, target).matches(expression) { $0.paths }
        case .whole(let expression, let prefix):
            guard target.isCopy || target.bytes.begins(with: prefix, at: target.whole.lowerBound) else { return false }
            return facts.of(request, target).matches(expression) { $0.targets }
        case .template(let template):
            return facts.of(request, target).matches(template)
        }
    }
}

/// The bytes that every match of a regular expression begins with, so that most targets need no evaluation.
enum LiteralPrefix {
    /// Returns the prefix; it may be too short: alternatives, groups and options make it empty.
    static func of(_ pattern: String) -> [UInt8] {
        guard !pattern.contains("|") else { return [] }
        var prefix: [UInt8] = []
        var bytes = Array(pattern.utf8)[...]
        if bytes.first == UInt8(ascii: "^") { bytes.removeFirst() }
        while let byte = bytes.popFirst() {
            guard let literal = literal(byte, &bytes) else { break }
            if let next = bytes.first, [UInt8](" ?*+{".utf8).contains(next) { break }
            prefix.append(literal)
        }
        return prefix
    }

    /// The byte that the next item of a pattern matches; nil if the item is not a single plain character.
    private static func literal(_ byte: UInt8, _ rest: inout ArraySlice<UInt8>) -> UInt8? {
        switch byte {
        case UInt8(ascii: "\\"):
            guard let next = rest.popFirst(), next.isPlainInTarget, !next.isLetterOrDigit else { return nil }
            return next
        case UInt8(ascii: "-"), UInt8(ascii: "/"), UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "="): return byte
        case UInt8(ascii: ":"), UInt8(ascii: "@"), UInt8(ascii: ","), UInt8(ascii: ";"): return byte
        case _: return byte.isLetterOrDigit ? byte : nil
        }
    }
}
