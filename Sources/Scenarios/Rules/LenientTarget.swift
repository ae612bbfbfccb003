/// A request target, or the template of one, that is compared with request patterns in favour of a match.
struct LenientTarget {
    /// The pieces between the template's expressions; one alone for a plain target.
    private let pieces: [String]

    /// A target in origin form; with `isTemplate`, `{…}` stands for anything.
    init(_ text: String, isTemplate: Bool) {
        guard isTemplate else {
            pieces = [text]
            return
        }
        var pieces: [String] = []
        var rest = text[...]
        while let open = rest.utf8.firstIndex(of: UInt8(ascii: "{")),
            let close = rest[open...].utf8.firstIndex(of: UInt8(ascii: "}"))
        {
            pieces.append(String(rest[..<open]))
            rest = rest[rest.utf8.index(after: close)...]
        }
        self.pieces = pieces + [String(rest)]
    }

    /// Whether a request for this target may match the pattern, its query aside.
    func mayMatch(_ pattern: URLPattern) -> Bool {
        switch pattern {
        case .any: true
        case .url(let url): pieces.count == 1 ? url == pieces[0] || isPath(of: url) : mayEqual(url)
        case .urlPath(let path): mayEqual(path)
        case .urlPathTemplate(let template): mayMatch(template)
        case .urlPattern, .urlPathPattern: pieces.count > 1 || pattern.matches(target: pieces[0])
        }
    }

    /// Whether the address is this target without its query; a link may leave the query to the client.
    private func isPath(of url: String) -> Bool {
        !pieces[0].contains("?") && URLPattern.path(of: url) == pieces[0] && url.hasSuffix("?")
    }

    private func mayMatch(_ template: PathTemplate) -> Bool {
        if pieces.count == 1 { return template.match(String(URLPattern.path(of: pieces[0]))) != nil }
        let sample = template.segments.map { segment in
            switch segment {
            case .literal(let literal): literal
            case .parameter, .anyRest: "\u{0}"
            }
        }
        return mayEqual("/" + sample.joined(separator: "/"))
    }

    /// Whether the pieces stand in the text in this order; where both are variable, anything fits.
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
