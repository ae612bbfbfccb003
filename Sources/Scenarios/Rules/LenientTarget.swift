import Matching

/// A request target, or the template of one, that is compared with request patterns in favor of a match.
struct LenientTarget {
    /// The target as it is written.
    private let text: String
    /// The pieces between the template's expressions, in normal form; one alone for a plain target.
    private let pieces: [String]

    /// A target in origin form; with `isTemplate`, `{…}` matches any text.
    init(_ text: String, isTemplate: Bool) {
        self.text = text
        guard isTemplate else {
            pieces = [PercentCoding.normalized(text)]
            return
        }
        var pieces: [String] = []
        var rest = text[...]
        while let open = rest.utf8.firstIndex(of: UInt8(ascii: "{")),
            let close = rest[open...].utf8.firstIndex(of: UInt8(ascii: "}"))
        {
            pieces.append(PercentCoding.normalized(String(rest[..<open])))
            rest = rest[rest.utf8.index(after: close)...]
        }
        self.pieces = pieces + [PercentCoding.normalized(String(rest))]
    }

    /// Whether a request for this target may match the pattern, its query aside.
    func mayMatch(_ pattern: URLPattern) -> Bool {
        switch pattern {
        case .any: true
        case .url(let url):
            pieces.count == 1
                ? pattern.matches(target: text) || isPath(of: url) : mayEqual(PercentCoding.normalized(url))
        case .urlPath(let path): mayEqual(PercentCoding.normalized(path))
        case .urlPathTemplate(let template): pieces.count == 1 ? pattern.matches(target: text) : mayMatch(template)
        case .urlPattern, .urlPathPattern: pieces.count > 1 || pattern.matches(target: text)
        }
    }

    /// Whether the address is this target without its query; a link may leave the query to the client.
    private func isPath(of url: String) -> Bool {
        !pieces[0].contains("?") && url.hasSuffix("?")
            && PercentCoding.normalized(String(URLPattern.path(of: url))) == pieces[0]
    }

    private func mayMatch(_ template: PathTemplate) -> Bool {
        let sample = template.segments.map { segment in
            switch segment {
            case .literal(let literal): PercentCoding.normalized(literal)
            case .parameter, .anyRest: "\u{0}"
            }
        }
        return mayEqual("/" + sample.joined(separator: "/"))
    }

    /// Whether the text contains the pieces in this order; two variable texts always match.
    private func mayEqual(_ text: String) -> Bool {
        let path = String(URLPattern.path(of: text))
        guard pieces.count > 1 else { return URLPattern.path(of: pieces[0]) == path }
        guard path.hasPrefix(pieces[0].prefix { $0 != "?" }) || path.contains("\u{0}") else { return false }
        if path.contains("\u{0}") { return sharesSegments(with: path) }
        var rest = path.dropFirst(pieces[0].count)
        for piece in pieces.dropFirst() where !piece.isEmpty && !piece.contains("?") {
            guard let range = rest.firstRange(of: piece) else { return false }
            rest = rest[range.upperBound...]
        }
        return true
    }

    /// Compares segment by segment where both sides are literal.
    private func sharesSegments(with path: String) -> Bool {
        let own = pieces.joined(separator: "\u{0}").prefix { $0 != "?" }.split(separator: "/")
        let other = path.split(separator: "/")
        return zip(own, other).allSatisfy { $0 == $1 || $0.contains("\u{0}") || $1.contains("\u{0}") }
    }
}
