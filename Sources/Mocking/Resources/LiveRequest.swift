import HAL
import HTTPTypes
import Matching
import Messages

/// A request to a live resource, and the surroundings of its response.
struct LiveRequest {
    let method: String
    let query: [DecodedRequest.Pair]
    /// The query as received.
    let queryText: String
    let body: [UInt8]
    let message: Request
    /// The part of all targets before the path of the resource.
    let prefix: String
    /// Scheme, authority and `prefix`; nil: unknown.
    let base: String?
    /// The time, in milliseconds since 1970.
    let now: Int64
    private let fields: [(name: String, value: String)]

    init(_ request: Request, _ target: RequestTarget, _ base: LinkBase?, mountPrefix: [UInt8], now: Int64) {
        message = request
        method = String(decoding: request.head[request.method], as: UTF8.self)
        let query = target.bytes[target.query]
        self.query = FormText.pairs(query)
        queryText = String(decoding: query, as: UTF8.self)
        body = request.body
        self.base = base.map { String(decoding: $0.absolute, as: UTF8.self) }
        prefix = self.base.map(Self.path) ?? String(decoding: mountPrefix, as: UTF8.self)
        self.now = now
        fields = request.fields.map { field in
            let name = String(decoding: request.head[field.name], as: UTF8.self).lowercased()
            return (name, String(decoding: request.head[field.value], as: UTF8.self))
        }
    }

    /// The values of a field, joined; nil without one.
    func field(_ name: String) -> String? {
        let values = fields.filter { $0.name == name }.map(\.value)
        return values.isEmpty ? nil : values.joined(separator: ", ")
    }

    /// Whether a preference is stated (RFC 7240 §2).
    func prefers(_ preference: String) -> Bool {
        field("prefer")?.split(whereSeparator: { $0 == "," || $0 == ";" }).contains {
            $0.filter { $0 != " " && $0 != "\"" }.lowercased() == preference
        } ?? false
    }

    /// Whether the client makes the request depend on the state of the resource.
    var hasPrecondition: Bool {
        ["if-match", "if-none-match", "if-unmodified-since"].contains { field($0) != nil }
    }

    /// The path of an absolute URI, without a trailing slash.
    private static func path(of base: String) -> String {
        let authority = base.firstRange(of: "://").map { base[$0.upperBound...] } ?? base[...]
        return authority.firstIndex(of: "/").map { String(authority[$0...]) } ?? ""
    }
}
