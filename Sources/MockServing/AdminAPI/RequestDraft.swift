import Documents
import HAL
import Messages
import Mocking

/// A request described in the journal's form; missing parts are empty.
struct RequestDraft {
    /// All members of a request in the journal, so that its documents are accepted here.
    static let keys: Set = [
        "url", "absoluteUrl", "method", "clientIp", "tls", "headers", "cookies", "browserProxyRequest", "loggedDate",
        "loggedDateString", "bodyAsBase64", "body", "protocol", "scheme", "host", "port", "queryParams", "formParams",
        "bodyLength", "bodyHash", "multiparts", "id",
    ]

    /// The maximum number of header fields, as in a request over the network.
    private static let mostFields = RequestLimits().maxFields
    private(set) var request: Request
    private var head: [UInt8] = []
    private var fields: [FieldRange] = []

    init(_ call: AdminCall) throws(AdminError) {
        try self.init(call.object(keys: Self.keys), at: call.request.receivedAt)
    }

    /// Reads an object without unknown keys; its URL is below `prefix`.
    init(_ object: JSONObject, at time: Int64, below prefix: String = "") throws(AdminError) {
        request = Request(head: [], method: 0..<0, target: 0..<0, fields: [], body: [], receivedAt: time)
        request.method = append(try Self.text(object, "method") ?? "GET")
        head.append(UInt8(ascii: " "))
        request.target = append(prefix + (try Self.url(object)))
        request.peer = try Self.text(object, "clientIp") ?? ""
        try addHeaders(object["headers"])
        try addCookies(object["cookies"])
        request.body = try Self.body(object)
        request.head = head
        request.fields = fields
    }

    private mutating func addHeaders(_ value: JSONValue?) throws(AdminError) {
        guard let value, !value.isNull else { return }
        guard case .object(let headers) = value else { throw .wrongBody("expected an object", at: "/headers") }
        guard headers.members.count <= Self.mostFields else {
            throw .wrongBody("a request has at most \(Self.mostFields) header fields", at: "/headers")
        }
        for member in headers.members {
            let values = member.value.array ?? [member.value]
            for value in values {
                guard case .string(let text) = value else {
                    let place = "/headers/" + JSONPointer.escaped(member.name)
                    throw .wrongBody("expected a string, or a list of strings", at: place)
                }
                addField(member.name, text)
            }
        }
    }

    private mutating func addCookies(_ value: JSONValue?) throws(AdminError) {
        guard let value, !value.isNull else { return }
        guard case .object(let cookies) = value else { throw .wrongBody("expected an object", at: "/cookies") }
        let isKnown = fields.contains { String(decoding: head[$0.name], as: UTF8.self).lowercased() == "cookie" }
        let pairs = cookies.members.compactMap { member in member.value.string.map { "\(member.name)=\($0)" } }
        if !isKnown, !pairs.isEmpty { addField("Cookie", pairs.joined(separator: "; ")) }
    }

    private mutating func addField(_ name: String, _ value: String) {
        head.append(UInt8(ascii: "\n"))
        let name = append(name)
        head.append(UInt8(ascii: ":"))
        fields.append(FieldRange(name: name, value: append(value)))
    }

    private mutating func append(_ text: String) -> Range<Int> {
        let start = head.count
        head += text.utf8
        return start..<head.count
    }

    private static func text(_ object: JSONObject, _ name: String) throws(AdminError) -> String? {
        guard let value = object[name], !value.isNull else { return nil }
        guard case .string(let text) = value else {
            throw .wrongBody("expected a string, not \(value.kind)", at: "/" + name)
        }
        return text
    }

    private static func url(_ object: JSONObject) throws(AdminError) -> String {
        let (url, absolute) = (try text(object, "url"), try text(object, "absoluteUrl"))
        return url ?? absolute ?? "/"
    }

    private static func body(_ object: JSONObject) throws(AdminError) -> [UInt8] {
        let (encoded, body) = (try text(object, "bodyAsBase64"), try text(object, "body"))
        guard let encoded else { return Array((body ?? "").utf8) }
        guard let bytes = Base64.decode(encoded) else { throw .wrongBody("not valid Base64", at: "/bodyAsBase64") }
        return bytes
    }
}
