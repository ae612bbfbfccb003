import HAL
import HTTPTypes
import Matching
import Messages

/// A request to a live resource, and the surroundings of its response.
struct LiveRequest {
    /// A header field that the rules of live resources read; its name in lower case.
    struct Field {
        fileprivate let name: [UInt8]

        private init(_ name: String) { self.name = Array(name.utf8) }

        static let accept = Field("accept")
        static let contentType = Field("content-type")
        static let contentEncoding = Field("content-encoding")
        static let contentRange = Field("content-range")
        static let prefer = Field("prefer")
        static let ifMatch = Field("if-match")
        static let ifNoneMatch = Field("if-none-match")
        static let ifUnmodifiedSince = Field("if-unmodified-since")
        fileprivate static let conditions = Array("if-".utf8)
    }

    let method: String
    let message: Request
    /// The part of all targets before the path of the resource.
    let prefix: String
    /// The time, in milliseconds since 1970.
    let now: Int64
    /// The parameters of the query, decoded.
    let query: [DecodedRequest.Pair]
    private let target: RequestTarget
    private let linkBase: LinkBase?

    init(_ request: Request, _ target: RequestTarget, _ base: LinkBase?, mountPrefix: [UInt8]) {
        message = request
        method = String(decoding: request.head[request.method], as: UTF8.self)
        self.target = target
        query = target.query.isEmpty ? [] : FormText.pairs(target.bytes[target.query])
        linkBase = base
        let path = base.map { $0.hasPrefix ? Self.path(of: $0.absolute) : [] } ?? mountPrefix[...]
        prefix = String(decoding: path, as: UTF8.self)
        now = request.receivedAt
    }

    var body: [UInt8] { message.body }

    /// The query as received.
    var queryText: String { String(decoding: target.bytes[target.query], as: UTF8.self) }

    var hasQuery: Bool { !target.query.isEmpty }

    /// Scheme, authority and `prefix`; only the prefix if they are unknown.
    var base: String { linkBase.map { String(decoding: $0.absolute, as: UTF8.self) } ?? prefix }

    /// The values of a field, joined; nil without one.
    func field(_ field: Field) -> String? {
        var joined: String?
        for range in message.fields where message.head.isName(field.name, at: range.name) {
            let value = String(decoding: message.head[range.value], as: UTF8.self)
            joined = joined.map { $0 + ", " + value } ?? value
        }
        return joined
    }

    /// Whether a preference is stated (RFC 7240 §2).
    func prefers(_ preference: String) -> Bool {
        field(.prefer)?.split(whereSeparator: { $0 == "," || $0 == ";" }).contains {
            $0.filter { $0 != " " && $0 != "\"" }.lowercased() == preference
        } ?? false
    }

    /// Whether a change depends on the version of the resource that the client knows, or on its absence.
    var hasPrecondition: Bool {
        guard isConditional else { return false }
        if field(.ifMatch) != nil || field(.ifNoneMatch) == "*" { return true }
        // An invalid date is ignored (RFC 9110 §13.1.4).
        return field(.ifUnmodifiedSince).flatMap { HTTPDate($0) } != nil
    }

    /// Whether the request has any conditional field (RFC 9110 §13.1).
    var isConditional: Bool {
        message.fields.contains { range in
            let start = range.name.lowerBound
            return range.name.count > 3 && message.head.isName(Field.conditions, at: start..<start + 3)
        }
    }

    /// The path of an absolute URI, without a trailing slash.
    private static func path(of base: [UInt8]) -> ArraySlice<UInt8> {
        let authority = base.firstRange(of: Array("://".utf8)).map { base[$0.upperBound...] } ?? base[...]
        return authority.firstIndex(of: UInt8(ascii: "/")).map { authority[$0...] } ?? []
    }
}
