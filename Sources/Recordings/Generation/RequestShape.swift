internal import Documents
internal import HAL

/// The part of a request pattern that every recorded request has: method, URL and body.
struct RequestShape: Hashable {
    /// Larger bodies are not compared.
    private static let longestBody = 64 << 10
    /// Matches any string in `equalToJson`.
    private static let anyString: JSONValue = "${json-unit.any-string}"

    /// The keys of the pattern.
    let pattern: JSONObject
    /// The method and the path, which shapes that match the same requests have in common.
    let place: String
    /// Whether requests of other shapes may match the pattern, too: it has wildcards, or does not look at the body.
    let isGeneral: Bool

    init(_ request: Exchange.Request, _ pseudonyms: Pseudonyms, matchesAnyQuery: Bool = false) {
        var pattern: JSONObject = ["method": .string(request.method)]
        pattern.members += Self.target(of: request, pseudonyms, matchesAnyQuery: matchesAnyQuery).members
        Self.addBody(of: request, to: &pattern, pseudonyms)
        self.pattern = pattern
        place = "\(request.method) \(URIReference(request.target).path)"
        let looksAtBody = pattern["bodyPatterns"] != nil || pattern["formParameters"] != nil
        let body = String(validating: request.body, as: UTF8.self) ?? ""
        isGeneral = !looksAtBody || pattern["url"] == nil || pseudonyms.hasForeign(in: body)
    }

    /// The keys of the URL.
    static func target(
        of request: Exchange.Request,
        _ pseudonyms: Pseudonyms,
        matchesAnyQuery: Bool = false
    ) -> JSONObject {
        let target = request.target
        let uri = URIReference(target)
        var pattern = JSONObject()
        if pseudonyms.hasForeign(in: uri.path) {
            pattern["urlPathPattern"] = .string(pathPattern(uri.path, pseudonyms))
        } else if matchesAnyQuery || uri.query.map(pseudonyms.hasForeign) ?? false {
            pattern["urlPath"] = .string(uri.path)
        } else {
            pattern["url"] = .string(target)
        }
        if let query = uri.query, pattern["url"] == nil, !matchesAnyQuery {
            pattern["queryParameters"] = parameters(query, pseudonyms)
        }
        return pattern
    }

    /// A regular expression with any segment in place of those with a secret.
    private static func pathPattern(_ path: String, _ pseudonyms: Pseudonyms) -> String {
        path.split(separator: "/", omittingEmptySubsequences: false).map { segment in
            guard !pseudonyms.hasForeign(in: String(segment)) else { return "[^/]+" }
            return RegularExpressionText.escaped(segment)
        }
        .joined(separator: "/")
    }

    private static func addBody(
        of request: Exchange.Request,
        to pattern: inout JSONObject,
        _ pseudonyms: Pseudonyms
    ) {
        guard !request.body.isEmpty, request.body.count <= longestBody else { return }
        let type = request.fields.mediaType
        // Each client chooses another boundary.
        guard type?.type != "multipart" else { return }
        guard let text = String(validating: request.body, as: UTF8.self) else {
            pattern["bodyPatterns"] = [["binaryEqualTo": .string(Base64.encode(request.body))]]
            return
        }
        if type?.isJSON == true, let value = try? JSONValue(parsing: request.body) {
            pattern["bodyPatterns"] = [["equalToJson": expected(value, pseudonyms)]]
        } else if type?.essence == FormText.mediaType {
            pattern["formParameters"] = parameters(text, pseudonyms)
        } else {
            pattern["bodyPatterns"] = [["equalTo": .string(text)]]
        }
    }

    /// The JSON with any strings in place of secrets that the client has from elsewhere; a text needs quotes to be JSON.
    private static func expected(_ value: JSONValue, _ pseudonyms: Pseudonyms) -> JSONValue {
        let general = general(value, pseudonyms)
        guard case .string = general else { return general }
        return .string(general.serialized())
    }

    /// The value with any strings in place of secrets that the client has from elsewhere.
    static func general(_ value: JSONValue, _ pseudonyms: Pseudonyms) -> JSONValue {
        switch value {
        case .null, .bool, .number: value
        case .string(let text): pseudonyms.hasForeign(in: text) ? anyString : value
        case .array(let items): .array(items.map { general($0, pseudonyms) })
        case .object(let object):
            .object(JSONObject(object.members.map { .init($0.name, general($0.value, pseudonyms)) }))
        }
    }

    /// Matchers for the parameters of a query or a form, by name; all values of one that is repeated.
    private static func parameters(_ text: String, _ pseudonyms: Pseudonyms) -> JSONValue {
        var values: [(name: String, matchers: [JSONValue])] = []
        for (name, value) in FormText.pairs(text) {
            let matcher: JSONValue =
                pseudonyms.hasForeign(in: value) ? ["matches": ".+"] : ["equalTo": .string(value)]
            if let index = values.firstIndex(where: { $0.name == name }) {
                values[index].matchers.append(matcher)
            } else {
                values.append((name, [matcher]))
            }
        }
        return .object(
            JSONObject(
                values.map { name, matchers in
                    .init(name, matchers.count == 1 ? matchers[0] : ["hasExactly": .array(matchers)])
                }
            )
        )
    }
}

/// A regular expression that matches one text.
enum RegularExpressionText {
    static func escaped(_ text: some StringProtocol) -> String {
        text.map { $0.isLetter || $0.isNumber || "-_~%".contains($0) ? "\($0)" : "\\\($0)" }.joined()
    }
}
