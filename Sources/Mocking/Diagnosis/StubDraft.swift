package import HAL
import Matching
import Messages
import URITemplates

/// An interaction that would match a request, ready to be pasted under `interactions`.
package struct StubDraft: Sendable {
    /// The longest URL and body, in bytes, that are shown.
    private static let longest = 1000
    private static let secretWords = ["password", "secret", "token", "credential"].map { Array($0.utf8) }

    private let method: String
    private let url: String
    private let path: String
    /// The body of the request, if it is JSON, short, printable and without secrets.
    private let body: JSONValue?

    /// Returns nil if the request's URL is too long.
    init?(_ facts: DecodedRequest) {
        let target = facts.target
        guard target.whole.count <= Self.longest else { return nil }
        let method = Excerpt.of(facts.request.head[facts.request.method])
        // A GET interaction responds to HEAD too.
        self.method = method == "HEAD" ? "GET" : method
        url = String(decoding: target.bytes[target.whole], as: UTF8.self)
        path = target.path == target.whole ? url : String(decoding: target.bytes[target.path], as: UTF8.self)
        body = Self.body(facts)
    }

    /// The lines of the interaction in a scenario file.
    package var yaml: [String] {
        var lines = [
            "- name: " + Self.scalar(name), "  request:", "    method: " + Self.scalar(method),
            "    url: " + Self.scalar(url),
        ]
        if body != nil { lines.append("    bodyPatterns: " + Self.line(writePatterns)) }
        lines += ["  response:", "    status: \(status)"]
        if hasLink { lines.append("    jsonBody: " + Self.line(writeLink)) }
        return lines
    }

    private var name: String { "\(method) \(path)" }

    /// The usual status of a response to the method.
    private var status: Int {
        switch method {
        case "GET": 200
        case "POST": 201
        case _: 204
        }
    }

    /// Whether the response is a resource with a `self` link: for GET, if the URL has no fragment.
    private var hasLink: Bool { method == "GET" && !url.utf8.has(UInt8(ascii: "#")) }

    private func writePatterns(to json: inout JSONWriter) {
        json.array { json in
            json.beginElement()
            json.object { json in json.member("equalToJson", value: body ?? .null) }
        }
    }

    private func writeLink(to json: inout JSONWriter) {
        json.object { json in
            json.beginMember("_links")
            json.object { json in
                json.beginMember("self")
                json.object { json in json.member("href", url) }
            }
        }
    }

    private static func body(_ facts: DecodedRequest) -> JSONValue? {
        guard facts.request.body.count <= longest, let json = facts.json else { return nil }
        let text = json.serializedBytes()
        let lowercased = text.map(\.lowercasedASCII)
        let isSecret = secretWords.contains { lowercased.span.contains($0.span) }
        return isSecret || !Excerpt.isPrintable(String(decoding: text, as: UTF8.self)) ? nil : json
    }

    /// JSON in one line, which is valid YAML.
    private static func line(_ write: (inout JSONWriter) -> Void) -> String {
        var json = JSONWriter(pretty: false)
        write(&json)
        return String(decoding: json.bytes, as: UTF8.self)
    }

    /// The scalar, unquoted if it consists of letters, digits, blanks and the usual characters of paths.
    private static func scalar(_ text: String) -> String {
        guard let first = text.utf8.first, first == UInt8(ascii: "/") || first.isUpperCase,
            text.utf8.allSatisfy({ $0.isUnreserved || $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: " ") })
        else { return line { $0.write(text) } }
        return text
    }
}

extension StubDraft: WritableAsJSON {
    /// Writes the interaction as it is in a JSON scenario file or a WireMock mapping.
    package func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("name", name)
            json.beginMember("request")
            json.object { json in
                json.member("method", method)
                json.member("url", url)
                guard body != nil else { return }
                json.beginMember("bodyPatterns")
                writePatterns(to: &json)
            }
            json.beginMember("response")
            json.object { json in
                json.member("status", value: .number(JSONNumber(status)))
                guard hasLink else { return }
                json.beginMember("jsonBody")
                writeLink(to: &json)
            }
        }
    }
}

extension UInt8 {
    fileprivate var isUpperCase: Bool { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) }
}
