package import HAL
import Scenarios

/// An interaction that would answer a request, ready to be pasted under `interactions`.
package struct StubDraft: Sendable {
    /// Longer URLs and bodies are no use to people, and make long answers.
    private static let longest = 1000
    private static let secretWords = ["password", "secret", "token", "credential"].map { Array($0.utf8) }

    private let method: String
    private let url: String
    private let path: String
    /// A small JSON body that people can read and that has nothing secret in it.
    private let body: JSONValue?

    /// Nil when the request's URL is too long.
    init?(_ facts: RequestFacts) {
        let target = facts.target
        guard target.whole.count <= Self.longest else { return nil }
        let method = Excerpt.of(facts.request.head[facts.request.method])
        // A GET answers HEAD too.
        self.method = method == "HEAD" ? "GET" : method
        url = String(decoding: target.bytes[target.whole], as: UTF8.self)
        path = target.path == target.whole ? url : String(decoding: target.bytes[target.path], as: UTF8.self)
        body = Self.body(facts)
    }

    /// As a scenario file has it.
    package var yaml: [String] {
        ["- name: " + Self.scalar(.string(name)), "  request:"] + request.map(Self.line) + ["  response:"]
            + response.map(Self.line)
    }

    private var name: String { "\(method) \(path)" }

    private var request: [JSONObject.Member] {
        let request = [JSONObject.Member("method", .string(method)), JSONObject.Member("url", .string(url))]
        return body.map { request + [JSONObject.Member("bodyPatterns", [["equalToJson": $0]])] } ?? request
    }

    /// What a request of that method usually gets; for a GET a resource with its link, where the URL may be one.
    private var response: [JSONObject.Member] {
        let link: JSONValue = ["_links": ["self": ["href": .string(url)]]]
        switch method {
        case "GET" where url.utf8.contains(UInt8(ascii: "#")): return [.init("status", 200)]
        case "GET": return [.init("status", 200), .init("jsonBody", link)]
        case "POST": return [.init("status", 201)]
        case _: return [.init("status", 204)]
        }
    }

    private static func body(_ facts: RequestFacts) -> JSONValue? {
        guard facts.request.body.count <= longest, let json = facts.json else { return nil }
        let text = json.serializedBytes()
        let lowercased = text.map(\.lowercasedASCII)
        let isSecret = secretWords.contains { lowercased.span.contains($0.span) }
        return isSecret || !Excerpt.isPrintable(String(decoding: text, as: UTF8.self)) ? nil : json
    }

    private static func line(_ member: JSONObject.Member) -> String {
        "    \(member.name): \(scalar(member.value))"
    }

    /// JSON is YAML; quotes are left out where nothing but letters, digits and what paths are made of is inside.
    private static func scalar(_ value: JSONValue) -> String {
        guard let text = value.string, let first = text.utf8.first, first == UInt8(ascii: "/") || first.isUpperCase,
            text.utf8.allSatisfy({ $0.isUnreserved || $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: " ") })
        else { return value.serialized() }
        return text
    }
}

extension StubDraft: WritableAsJSON {
    /// As a scenario file of JSON, or a WireMock mapping, has it.
    package func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("name", name)
            json.member("request", value: .object(JSONObject(request)))
            json.member("response", value: .object(JSONObject(response)))
        }
    }
}

extension UInt8 {
    fileprivate var isUpperCase: Bool { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) }
}
