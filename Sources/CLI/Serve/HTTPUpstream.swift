import HAL
import HALClient
import HTTPTypes
import Messages
import MockServing

/// Sends the server's requests with the transport of the client.
///
/// The certificates of servers on loopback addresses are not verified: nobody can intercept such a connection, and they
/// are usually made for a test.
struct HTTPUpstream: Upstream {
    private static let mostBodyBytes = 16 << 20
    private static let timeouts = Timeouts(firstByte: .seconds(30), idle: .seconds(30), total: .seconds(60))

    private let verifying: any Transport
    private let trusting: any Transport

    init() {
        var configuration = TransportConfiguration()
        #if os(Linux)
            verifying = AsyncHTTPClientTransport(configuration: configuration)
            configuration.allowInvalidCertificates = true
            trusting = AsyncHTTPClientTransport(configuration: configuration)
        #else
            verifying = URLSessionTransport(configuration: configuration)
            configuration.allowInvalidCertificates = true
            trusting = URLSessionTransport(configuration: configuration)
        #endif
    }

    func send(_ request: OutgoingRequest) async throws(UpstreamFailure) -> IncomingResponse {
        guard let method = HTTPRequest.Method(request.method) else { throw UpstreamFailure("the method is not valid") }
        var fields = HTTPFields()
        for field in request.fields {
            guard let name = HTTPField.Name(field.name) else { throw UpstreamFailure("a header field is not valid") }
            fields.append(HTTPField(name: name, value: field.value))
        }
        let isLocal = Origin(URIReference(request.url)).map { UpstreamTargets.isLoopback($0.host) } ?? false
        do throws(ConnectionFailure) {
            let response = try await (isLocal ? trusting : verifying).send(
                TransportRequest(
                    method: method,
                    url: request.url,
                    fields: fields,
                    body: request.body,
                    timeouts: Self.timeouts,
                    limits: ResponseLimits(bodyBytes: Self.mostBodyBytes),
                    isRetryable: false
                )
            )
            return IncomingResponse(
                status: response.status,
                fields: response.fields.map { ($0.name.rawName, $0.value) },
                body: response.body
            )
        } catch {
            throw UpstreamFailure(Self.reason(error, at: request.url))
        }
    }

    /// The reason with the origin only: paths and queries of webhooks can contain secrets.
    private static func reason(_ failure: ConnectionFailure, at url: String) -> String {
        let origin = Origin(URIReference(url))?.description ?? "its target"
        return switch failure.kind {
        case .dns: "\(origin): the host has no address"
        case .refused: "\(origin): the connection is refused"
        case .reset: "\(origin): the connection ended before the response"
        case .truncated: "\(origin): the connection ended within the response"
        case .timedOut: "\(origin): time-out"
        case .tls: "\(origin): TLS failed (\(failure.tlsReason.map { "\($0)" } ?? "unknown reason"))"
        case .protocolViolation: "\(origin): the response is malformed"
        case .tooLarge: "\(origin): the response is too large"
        case .cancelled: "\(origin): canceled"
        case .offline: "\(origin): there is no network"
        case .other: "\(origin): no response"
        }
    }
}
