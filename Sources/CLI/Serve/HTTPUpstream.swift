import HAL
import HALClient
import HTTPTypes
import Messages
import MockServing

/// Sends the server's requests with the transport of the client.
struct HTTPUpstream: Upstream {
    /// The servers whose certificates are verified.
    enum Verification {
        /// All but those on loopback addresses: nobody can intercept such a connection, and their certificates are usually
        /// made for a test.
        case others
        case all
        case none
    }

    /// The largest body of a response, in bytes, unless another limit is set.
    static let usualBodyBytes = 16 << 20

    private let verification: Verification
    private let maxBodyBytes: Int
    private let timeouts: Timeouts
    /// Whether requests of idempotent methods are sent again when a kept connection has ended.
    private let isTransparent: Bool
    private let verifying: any Transport
    private let trusting: any Transport

    /// With `isTransparent`, bodies of responses remain compressed, and requests of idempotent methods are sent again if
    /// a kept connection has ended.
    init(
        verification: Verification = .others,
        maxBodyBytes: Int = usualBodyBytes,
        timeout: Duration = .seconds(60),
        isTransparent: Bool = false
    ) {
        self.verification = verification
        self.maxBodyBytes = maxBodyBytes
        self.isTransparent = isTransparent
        let part = isTransparent ? timeout : min(timeout, .seconds(30))
        timeouts = Timeouts(firstByte: part, idle: part, total: timeout)
        var configuration = TransportConfiguration()
        configuration.connectTimeout = min(timeout, configuration.connectTimeout)
        configuration.decompresses = !isTransparent
        configuration.isHTTP1Only = isTransparent
        if isTransparent { configuration.connectionsPerHost = 64 }
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
        let start = WallTime.now()
        do throws(ConnectionFailure) {
            let response = try await transport(to: request.url).send(
                TransportRequest(
                    method: method,
                    url: request.url,
                    fields: fields,
                    body: request.body,
                    timeouts: timeouts,
                    limits: ResponseLimits(bodyBytes: maxBodyBytes),
                    isRetryable: isTransparent ? nil : false
                )
            )
            return IncomingResponse(
                status: response.status,
                fields: Self.fields(of: response),
                body: response.body,
                timing: (
                    Self.milliseconds(response.receivedAt - start), Self.milliseconds(.now() - response.receivedAt)
                )
            )
        } catch {
            throw UpstreamFailure(Self.reason(error, at: request.url), isTimeout: error.kind == .timedOut)
        }
    }

    private func transport(to url: String) -> any Transport {
        switch verification {
        case .all: verifying
        case .none: trusting
        case .others:
            Origin(url).map { UpstreamTargets.isLoopback($0.host) } == true ? trusting : verifying
        }
    }

    /// The fields; where the system has decompressed the body, without those about its compressed form.
    private static func fields(of response: TransportResponse) -> [OutgoingRequest.Field] {
        let fields = response.fields.map { ($0.name.rawName, $0.value) }
        #if os(Linux)
            return fields
        #else
            guard response.fields[.contentEncoding] != nil else { return fields }
            return fields.filter { !["content-encoding", "content-length"].contains($0.0.lowercased()) }
        #endif
    }

    private static func milliseconds(_ duration: Duration) -> Int {
        max(0, Int(duration / .milliseconds(1)))
    }

    /// The reason with the origin only: paths and queries of webhooks can contain secrets.
    private static func reason(_ failure: ConnectionFailure, at url: String) -> String {
        let origin = Origin(url)?.description ?? "its target"
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
