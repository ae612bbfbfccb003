internal import HTTPTypes

extension NodeReader {
    func requestPattern(_ node: Node) -> RequestPattern? {
        cached(node, in: \.requests) { readRequestPattern(node) }
    }

    private func readRequestPattern(_ node: Node) -> RequestPattern? {
        guard let members = members(of: node, as: RequestKey.self) else { return nil }
        var pattern = RequestPattern()
        var urlKey: Member<RequestKey>?
        for member in members {
            let value = member.value
            let name = "'\(member.key.rawValue)'"
            switch member.key {
            case .method: pattern.method = methods(value) ?? .any
            case .url, .urlPattern, .urlPath, .urlPathPattern, .urlPathTemplate:
                let url = url(member)
                if let known = urlKey, dialect == .scenario {
                    log.error("either \(name) or '\(known.key.rawValue)', not both", at: member.keyNode)
                } else if let known = urlKey, !member.key.goesBefore(known.key) {
                    logPassedOver(member, for: known)
                } else {
                    if let known = urlKey { logPassedOver(known, for: member) }
                    urlKey = member
                    pattern.url = url ?? .any
                }
            case .pathParameters: pattern.pathParameters = named(value, name, matcher)
            case .queryParameters: pattern.queryParameters = named(value, name, multiValueMatcher)
            case .headers: pattern.headers = headerPatterns(value, name)
            case .cookies: pattern.cookies = named(value, name, matcher)
            case .formParameters: pattern.formParameters = named(value, name, multiValueMatcher)
            case .basicAuth, .basicAuthCredentials: pattern.basicAuth = credentials(value)
            case .bodyPatterns: pattern.bodyPatterns = matchers(value, name)
            case .multipartPatterns: pattern.multipartPatterns = (items(value, name) ?? []).compactMap(part)
            case .scheme: pattern.scheme = scheme(value)
            case .host: pattern.host = matcher(value, name)
            case .port: pattern.port = integer(value, name, in: 1...65_535)
            }
        }
        checkPathParameters(members, of: pattern)
        return pattern
    }

    /// WireMock takes the first of its kinds and says nothing.
    private func logPassedOver(_ member: Member<RequestKey>, for other: Member<RequestKey>) {
        log.warning("'\(member.key.rawValue)' is not looked at beside '\(other.key.rawValue)'", at: member.keyNode)
    }

    func methods(_ node: Node) -> MethodPattern? {
        switch node.content {
        case .scalar: return method(node).map { $0.rawValue == "ANY" ? .any : .oneOf([$0]) }
        case .sequence(let items):
            if items.isEmpty { log.error("'method' needs at least one method", at: node) }
            return .oneOf(items.compactMap(method))
        case .mapping: break
        }
        guard let members = members(of: node, as: MethodKey.self) else { return nil }
        guard let member = members.first, members.count == 1 else {
            if members.count > 1 { log.error("either 'oneOf' or 'noneOf', not both", at: members[1].keyNode) }
            return nil
        }
        let methods = (items(member.value, "'\(member.key.rawValue)'") ?? []).compactMap(method)
        switch member.key {
        case .oneOf: return .oneOf(methods)
        case .noneOf: return .noneOf(methods)
        }
    }

    func method(_ node: Node) -> HTTPRequest.Method? {
        guard let word = text(node, "a method") else { return nil }
        guard let method = HTTPRequest.Method(word) else {
            log.error("'\(word)' is not a valid method", at: node)
            return nil
        }
        checkMethod(word, at: node)
        return method
    }

    private func url(_ member: Member<RequestKey>) -> URLPattern? {
        let value = member.value
        let name = "'\(member.key.rawValue)'"
        switch member.key {
        case .urlPattern, .urlPathPattern:
            guard let expression = expression(value, name) else { return nil }
            checkParameters(in: expression.pattern, name, at: value)
            return member.key == .urlPattern ? .urlPattern(expression) : .urlPathPattern(expression)
        case .urlPathTemplate: return pathTemplate(value, name).map { .urlPathTemplate($0) }
        case .url: return path(value, name).map { .url($0) }
        case .urlPath:
            guard let path = path(value, name) else { return nil }
            if path.contains("?") { log.error("'urlPath' has no query", at: value, suggestion: "use 'url'") }
            return .urlPath(path)
        case .method, .pathParameters, .queryParameters, .headers, .cookies, .formParameters, .basicAuth,
            .basicAuthCredentials, .bodyPatterns, .multipartPatterns, .scheme, .host, .port:
            return nil
        }
    }

    private func path(_ node: Node, _ name: String) -> String? {
        guard let path = text(node, name) else { return nil }
        guard path.hasPrefix("/") || path == "*" else {
            let isAbsolute = path.contains("://")
            let suggestion = isAbsolute ? "write the path alone; 'host' and 'scheme' match the rest" : nil
            log.error("\(name) must begin with '/'", at: node, suggestion: suggestion)
            return nil
        }
        checkWildcards(in: path, name, at: node)
        return path
    }

    private func named<Pattern>(
        _ node: Node,
        _ name: String,
        _ read: (Node, String) -> Pattern?
    ) -> [Named<Pattern>] {
        (entries(node, name) ?? []).compactMap { entry in
            read(entry.value, "'\(entry.name)'").map { Named(entry.name, $0) }
        }
    }

    func headerPatterns(_ node: Node, _ name: String) -> [Named<MultiValueMatcher>] {
        for entry in entries(node, name) ?? [] where HTTPField.Name(entry.name) == nil {
            log.error("'\(entry.name)' is not a valid header name", at: entry.key)
        }
        let patterns = named(node, name, multiValueMatcher)
        checkConditions(patterns, in: node)
        return patterns
    }

    private func part(_ node: Node) -> PartPattern? {
        guard let members = members(of: node, as: PartKey.self) else { return nil }
        var part = PartPattern()
        for member in members {
            let name = "'\(member.key.rawValue)'"
            switch member.key {
            case .name: part.name = text(member.value, name)
            case .fileName: part.fileName = text(member.value, name)
            case .matchingType: part.matching = choice(member.value, name, of: PartPattern.Matching.self) ?? .any
            case .headers: part.headers = headerPatterns(member.value, name)
            case .bodyPatterns: part.bodyPatterns = matchers(member.value, name)
            }
        }
        return part
    }

    func credentials(_ node: Node) -> BasicCredentials? {
        guard let members = members(of: node, as: CredentialsKey.self) else { return nil }
        var credentials = BasicCredentials(username: "", password: "")
        for member in members {
            let value = text(member.value, "'\(member.key.rawValue)'") ?? ""
            switch member.key {
            case .username: credentials.username = value
            case .password: credentials.password = value
            }
        }
        return credentials
    }

    private func scheme(_ node: Node) -> String? {
        guard let scheme = text(node, "'scheme'") else { return nil }
        guard scheme == "http" || scheme == "https" else {
            log.error("'\(scheme)' is unknown as 'scheme'", at: node, suggestion: "known are http, https")
            return nil
        }
        return scheme
    }

    private func checkPathParameters(_ members: [Member<RequestKey>], of pattern: RequestPattern) {
        guard let member = members.first(where: { $0.key == .pathParameters }) else { return }
        guard members.contains(where: { $0.key == .urlPathTemplate }) else {
            log.error("'pathParameters' needs 'urlPathTemplate'", at: member.keyNode)
            return
        }
        guard case .urlPathTemplate(let template) = pattern.url else { return }
        let names = template.parameterNames
        for pair in member.value.pairs where !names.contains(filled(pair.key)?.text ?? "") {
            let suggestion = Spelling.suggestion(for: pair.key.text, among: names)
            log.error("the template has no '{\(pair.key.text)}'", at: pair.key, suggestion: suggestion)
        }
    }
}
