package import HAL
import Scenarios

/// An interaction that would answer a request, ready to be pasted under `interactions`.
package struct StubDraft: Sendable {
    /// Longer URLs and bodies are no use to people, and make long answers.
    private static let longest = 1000
    private static let secretWords = ["password", "secret", "token", "credential"]

    /// As a scenario file of JSON, or a WireMock mapping, has it.
    package let json: JSONValue

    /// Nil when the request's URL is too long.
    init?(_ facts: RequestFacts) {
        let target = facts.target
        guard target.whole.count <= Self.longest else { return nil }
        let url = String(decoding: target.bytes[target.whole], as: UTF8.self)
        let method = Self.method(facts.request)
        var request = JSONObject([.init("method", .string(method)), .init("url", .string(url))])
        if let body = Self.body(facts) { request["bodyPatterns"] = [["equalToJson": body]] }
        json = [
            "name": .string("\(method) \(String(decoding: target.bytes[target.path], as: UTF8.self))"),
            "request": .object(request),
            "response": Self.response(to: method, url: url),
        ]
    }

    /// As a scenario file has it.
    package var yaml: [String] {
        var lines: [String] = []
        for member in json.object?.members ?? [] {
            guard let nested = member.value.object else {
                lines.append("\(member.name): \(Self.scalar(member.value))")
                continue
            }
            lines.append("\(member.name):")
            lines += nested.members.map { "  \($0.name): \(Self.scalar($0.value))" }
        }
        return lines.enumerated().map { ($0.offset == 0 ? "- " : "  ") + $0.element }
    }

    /// A GET answers HEAD too.
    private static func method(_ request: IncomingRequest) -> String {
        let method = Excerpt.of(request.head[request.method])
        return method == "HEAD" ? "GET" : method
    }

    /// What a request of that method usually gets; for a GET a resource with its link, where the URL may be one.
    private static func response(to method: String, url: String) -> JSONValue {
        switch method {
        case "GET" where url.contains("#"): ["status": 200]
        case "GET": ["status": 200, "jsonBody": ["_links": ["self": ["href": .string(url)]]]]
        case "POST": ["status": 201]
        case _: ["status": 204]
        }
    }

    /// A small JSON body that people can read and that has nothing secret in it.
    private static func body(_ facts: RequestFacts) -> JSONValue? {
        guard facts.request.body.count <= longest, let json = facts.json else { return nil }
        let text = json.serialized()
        let isSecret = secretWords.contains { text.lowercased().contains($0) }
        return isSecret || !Excerpt.isPrintable(text) ? nil : json
    }

    /// JSON is YAML; quotes are left out where nothing but letters, digits and what paths are made of is inside.
    private static func scalar(_ value: JSONValue) -> String {
        guard let text = value.string, let first = text.utf8.first, first == UInt8(ascii: "/") || first.isUpperCase,
            text.utf8.allSatisfy({ $0.isUnreserved || $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: " ") })
        else { return value.serialized() }
        return text
    }
}

extension UInt8 {
    fileprivate var isUpperCase: Bool { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) }
}
