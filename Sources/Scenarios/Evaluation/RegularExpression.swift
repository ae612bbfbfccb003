/// A regular expression that is known to compile; equal when the patterns are.
///
/// It matches whole values, a dot matches line ends too, `\d` and `\w` are ASCII, and characters are Unicode scalars,
/// as WireMock's users expect.
package struct RegularExpression: Sendable {
    /// Longer patterns are refused.
    package static let maximumLength = 4096
    /// Deeper groups are refused: the compiler of the standard library recurses over them.
    package static let maximumDepth = 50

    package let pattern: String
    private let engine: Engine

    private enum Engine: Sendable {
        case wildcard(WildcardPattern)
        case regex(CompiledRegex)
    }

    /// Compiles the pattern; one that is for searching is ready for that too.
    ///
    /// - Throws: ``InvalidPattern`` when the pattern is no regular expression, is too long or too deeply nested.
    package init(_ pattern: String, forSearching: Bool = false) throws(InvalidPattern) {
        try Self.checkSize(of: pattern)
        self.pattern = pattern
        engine =
            if !forSearching, let wildcard = WildcardPattern(pattern) { .wildcard(wildcard) } else {
                .regex(try CompiledRegex(pattern))
            }
    }

    /// Whether the whole value matches.
    package func matches(_ value: String) -> Bool {
        switch engine {
        case .wildcard(let pattern): pattern.matches(value)
        case .regex(let regex): regex.wholeMatches(value)
        }
    }

    /// The first part of the value that matches, and its groups; nil when none does.
    func firstMatch(in value: String) -> [String]? {
        switch engine {
        case .wildcard: (try? CompiledRegex(pattern))?.firstMatch(in: value)
        case .regex(let regex): regex.firstMatch(in: value)
        }
    }

    private static func checkSize(of pattern: String) throws(InvalidPattern) {
        guard pattern.utf8.count <= maximumLength else {
            throw InvalidPattern("is longer than \(maximumLength) bytes")
        }
        var depth = 0
        for (offset, scalar) in pattern.unicodeScalars.enumerated() {
            switch scalar {
            case "(", "[": depth += 1
            case ")", "]": depth -= 1
            default: break
            }
            guard depth <= maximumDepth else {
                throw InvalidPattern("has more than \(maximumDepth) groups inside each other", at: offset)
            }
        }
    }
}

extension RegularExpression: Hashable {
    package static func == (left: RegularExpression, right: RegularExpression) -> Bool {
        left.pattern == right.pattern
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(pattern)
    }
}

/// Holds a compiled regex so that threads can share it.
///
/// `Regex` is not `Sendable` because it may hold the closures of a builder. This one is made of text alone, it is never
/// changed after `init`, and the one part that it makes lazily is made there, before a second thread can see it.
private final class CompiledRegex: @unchecked Sendable {
    private let regex: Regex<AnyRegexOutput>

    init(_ pattern: String) throws(InvalidPattern) {
        do {
            regex = try Regex<AnyRegexOutput>(pattern).dotMatchesNewlines().matchingSemantics(.unicodeScalar)
                .asciiOnlyDigits().asciiOnlyWordCharacters()
        } catch {
            throw InvalidPattern(String(describing: error))
        }
        _ = wholeMatches("")
    }

    func wholeMatches(_ value: String) -> Bool {
        (try? regex.wholeMatch(in: value)) != nil
    }

    func firstMatch(in value: String) -> [String]? {
        guard let match = try? regex.firstMatch(in: value) else { return nil }
        return match.output.map { String($0.substring ?? "") }
    }
}
