public import HTTPTypes
import Messages
import Mocking
import Scenarios

/// A received request and its response.
public struct RecordedRequest: Sendable {
    /// The method, for example `GET`.
    public let method: HTTPRequest.Method
    /// The request target as it was sent: path and query, the address of scenario and sandbox included.
    public let target: String
    /// The header fields in the order of arrival.
    public let headerFields: HTTPFields
    /// The body; only the beginning if it is larger than the journal's limit for a body.
    public let body: [UInt8]
    /// Whether an interaction matched.
    public let wasMatched: Bool
    /// The name of the interaction that responded; nil if it has no name, or none matched.
    public let interaction: String?
    /// The status of the response: 404 if no interaction matched, 0 for the exact bytes of a `raw` response.
    public let status: Int
    /// The scheme: `http` or `https`.
    public let scheme: String
    /// The version of HTTP, for example `HTTP/1.1`.
    public let `protocol`: String
    /// The TLS connection on which the request arrived; nil for plain HTTP.
    public let tls: TLSParameters?
    /// The time of arrival, in milliseconds since 1970.
    package let receivedAt: Int64
    /// The wait before the request, if it repeats one whose response asked the client to wait; nil: it does not.
    public let retry: RetryWait?

    init(_ entry: JournalEntry) {
        let request = entry.request
        method = HTTPRequest.Method(String(decoding: request.head[request.method], as: UTF8.self)) ?? .get
        target = String(decoding: request.head[request.target], as: UTF8.self)
        headerFields = HTTPFields(request)
        body = request.body
        wasMatched = entry.wasMatched
        interaction = entry.interaction?.name
        status = entry.status
        scheme = request.scheme.rawValue
        `protocol` = request.version.rawValue
        tls = request.security.map { TLSParameters($0) }
        receivedAt = request.receivedAt
        retry = entry.retry.map { RetryWait($0) }
    }

    /// The fields by name: each name as it was first written, with its values in their order.
    var headersByName: [(name: String, values: [String])] {
        var seen: Set<HTTPField.Name> = []
        return headerFields.compactMap { field in
            guard seen.insert(field.name).inserted else { return nil }
            return (field.name.rawName, headerFields[values: field.name])
        }
    }
}

/// The wait before a request that repeats one whose response had `Retry-After`, or said that its quota was used up.
public struct RetryWait: Sendable, Hashable {
    /// How long the client should have waited.
    public let advised: Duration
    /// How long it has waited, by the clock of the address.
    public let waited: Duration
    /// Whether the client has waited long enough.
    public let isObeyed: Bool

    init(_ record: RetryRecord) {
        advised = .milliseconds(record.advisedMilliseconds)
        waited = .milliseconds(record.waitedMilliseconds)
        isObeyed = record.isObeyed
    }
}

/// The parameters that a client and the server have agreed on in a TLS handshake.
public struct TLSParameters: Sendable, Hashable {
    /// The version by its usual name: `TLSv1.3`.
    public let version: String
    /// OpenSSL's name of the cipher suite: `TLS_AES_256_GCM_SHA384`.
    public let cipher: String
    /// The server name that the client sent (RFC 6066 §3); nil if it sent none.
    public let serverName: String?
    /// The subject of the client's certificate (RFC 4514): `CN=anna,O=Example`; nil if it presented none.
    public let clientSubject: String?

    init(_ security: ConnectionSecurity) {
        version = security.version
        cipher = security.cipher
        serverName = security.serverName
        clientSubject = security.clientSubject
    }
}

extension HTTPFields {
    fileprivate init(_ request: Request) {
        self.init()
        for field in request.fields {
            // The parser accepts only tokens as names.
            guard let name = HTTPField.Name(String(decoding: request.head[field.name], as: UTF8.self)) else { continue }
            append(HTTPField(name: name, value: String(decoding: request.head[field.value], as: UTF8.self)))
        }
    }
}
