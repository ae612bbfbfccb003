import URITemplates

/// A path with `{name}` segments, as in WireMock's `urlPathTemplate`; `**` matches any rest.
package struct PathTemplate: Sendable, Hashable {
    package enum Segment: Sendable, Hashable {
        case literal(String)
        case parameter(String)
        case anyRest
    }

    package let text: String
    package let segments: [Segment]

    package init(text: String, segments: [Segment]) {
        self.text = text
        self.segments = segments
    }

    /// The names of the parameters in their order.
    package var parameterNames: [String] {
        segments.compactMap { segment in
            guard case .parameter(let name) = segment else { return nil }
            return name
        }
    }
}

extension PathTemplate {
    /// Parses a template.
    ///
    /// - Throws: ``InvalidPattern`` if it does not begin with a slash, a brace is not paired, or a name is used twice.
    package init(_ text: String) throws(InvalidPattern) {
        guard text.hasPrefix("/") else { throw InvalidPattern("must begin with '/'", at: 0) }
        var segments: [Segment] = []
        var names: Set<String> = []
        var offset = 1
        for part in text.dropFirst().split(separator: "/", omittingEmptySubsequences: false) {
            if segments.last == .anyRest { throw InvalidPattern("'**' must be the last segment", at: offset - 3) }
            let segment = try Self.segment(part, at: offset)
            if case .parameter(let name) = segment, !names.insert(name).inserted {
                throw InvalidPattern("parameter '\(name)' is defined twice", at: offset)
            }
            segments.append(segment)
            offset += part.unicodeScalars.count + 1
        }
        self.init(text: text, segments: segments)
    }

    private static func segment(_ part: Substring, at offset: Int) throws(InvalidPattern) -> Segment {
        if part == "**" { return .anyRest }
        guard part.contains(where: { $0 == "{" || $0 == "}" }) else { return .literal(String(part)) }
        guard part.hasPrefix("{"), part.hasSuffix("}"), part.count > 2 else {
            throw InvalidPattern("a parameter must be a whole segment, such as '/{name}/'", at: offset)
        }
        let name = part.dropFirst().dropLast()
        guard !name.contains(where: { "{}?#".contains($0) }) else {
            throw InvalidPattern("'\(name)' is not a valid parameter name", at: offset)
        }
        return .parameter(String(name))
    }

    /// The values of the parameters, percent-decoded and in their order, if the path (without a query) matches.
    package func match(_ path: String) -> [(name: String, value: String)]? {
        match(path) { $0.utf8.elementsEqual($1.utf8) }
    }

    /// Like `match(_:)`, for the path of a target in normal form; compares the normal form of the template.
    package func match(target path: String) -> [(name: String, value: String)]? {
        match(path) { PercentCoding.isNormalForm($0.utf8, of: $1) }
    }

    private func match(
        _ path: String,
        isSame: (_ part: Substring, _ literal: String) -> Bool
    ) -> [(name: String, value: String)]? {
        guard path.hasPrefix("/") else { return nil }
        let parts = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
        let fits = segments.last == .anyRest ? parts.count >= segments.count : parts.count == segments.count
        guard fits else { return nil }
        var parameters: [(name: String, value: String)] = []
        for (segment, part) in zip(segments, parts) {
            switch segment {
            case .literal(let literal):
                guard isSame(part, literal) else { return nil }
            case .parameter(let name):
                guard !part.isEmpty else { return nil }
                parameters.append((name, PercentEncoding.decoded(part)))
            case .anyRest:
                return parameters
            }
        }
        return parameters
    }
}
