package import Documents
import HAL
package import HTTPTypes
import Matching
package import Messages

/// A mock server in this process or elsewhere.
package protocol ContractServer: Sendable {
    /// The protocol of the cases; nil if the client and the server negotiate one.
    var wire: WireProtocol? { get }

    /// The protocol of variants that ``wire`` does not reach; nil if the client and the server negotiate one.
    var wireUnderTLS: WireProtocol? { get }

    /// Whether the server accepts other protocols than ``wire`` as well, so that the client must select it.
    var acceptsOthers: Bool { get }

    /// The server as commands name it, if it also runs before and after the contracts; nil: commands name a new one.
    var running: RunningServer? { get }

    /// Opens a sandbox of a variant with its own initial state.
    ///
    /// - Throws: When the server cannot be reached or does not serve the variant.
    func openSandbox(slug: String, values: [String]) async throws -> any ContractSandbox
}

extension ContractServer {
    package var wireUnderTLS: WireProtocol? { .https }

    package var acceptsOthers: Bool { false }

    package var running: RunningServer? { nil }
}

/// A sandbox: the isolated state of one variant, for one case.
package protocol ContractSandbox: Sendable {
    /// The absolute URI of the sandbox, without a final slash.
    var baseURL: String { get }

    /// Whether the server also listens on a second port, to which links to another port lead.
    var hasOtherPort: Bool { get }

    /// Returns the received requests, the oldest first, unmatched ones included.
    func requests() async throws -> [ReceivedRequest]

    /// Returns how often each interaction matched.
    func usage() async throws -> [InteractionUsage]

    /// Advances the clock of the sandbox instead of waiting.
    ///
    /// - Returns: false if the server does not support that.
    func advanceClock(milliseconds: Int) async throws -> Bool
}

extension ContractSandbox {
    package func advanceClock(milliseconds: Int) async throws -> Bool { false }
}

/// A request that the server received.
package struct ReceivedRequest: Sendable {
    package var method: HTTPRequest.Method
    /// The path and the query below the address of the sandbox.
    package var target: String
    package var fields: [HTTPField]
    package var body: [UInt8]
    /// Whether an interaction matched.
    package var wasMatched: Bool
    /// The status of the response; 0 for a raw response.
    package var status: Int
    /// The time of receipt in milliseconds since 1970.
    package var receivedAt: Int64
    package var version: Request.Version
    package var scheme: Request.Scheme
    /// The TLS session in which it arrived; nil over plain HTTP.
    package var security: ConnectionSecurity?
    /// The wait before it, if it repeats a request whose response asked the client to wait.
    package var retry: ReceivedRetry?

    package init(
        method: HTTPRequest.Method,
        target: String,
        fields: [HTTPField] = [],
        body: [UInt8] = [],
        wasMatched: Bool = true,
        status: Int = 200,
        receivedAt: Int64 = 0,
        version: Request.Version = .http11,
        scheme: Request.Scheme = .http,
        security: ConnectionSecurity? = nil
    ) {
        self.method = method
        self.target = target
        self.fields = fields
        self.body = body
        self.wasMatched = wasMatched
        self.status = status
        self.receivedAt = receivedAt
        self.version = version
        self.scheme = scheme
        self.security = security
    }
}

/// The wait before a repeated request, in milliseconds.
package struct ReceivedRetry: Sendable, Hashable {
    package let advisedMilliseconds: Int
    package let waitedMilliseconds: Int

    package init(advisedMilliseconds: Int, waitedMilliseconds: Int) {
        self.advisedMilliseconds = advisedMilliseconds
        self.waitedMilliseconds = waitedMilliseconds
    }
}

extension DecodedRequest {
    /// Decodes the request for patterns.
    convenience init(_ received: ReceivedRequest) {
        var request = Request(
            method: received.method.rawValue,
            target: received.target,
            fields: received.fields.map { ($0.name.rawName, $0.value) },
            body: received.body,
            receivedAt: received.receivedAt
        )
        request.version = received.version
        request.scheme = received.scheme
        request.security = received.security
        self.init(request)
    }
}

/// An interaction, and how often it matched.
package struct InteractionUsage: Sendable, Hashable {
    /// The place of the interaction in its file, which identifies it.
    package var location: SourceLocation
    package var served: Int

    package init(location: SourceLocation, served: Int) {
        self.location = location
        self.served = served
    }
}

/// The address of a case's scenario, to which addresses in its contract are relative.
package struct ScenarioAddress: Sendable, Hashable {
    /// The base URL without a final slash.
    package let baseURL: String

    package init(_ baseURL: String) {
        self.baseURL = baseURL
    }

    /// The scheme: `http` or `https`.
    package var scheme: String { baseURL.hasPrefix("https:") ? "https" : "http" }

    /// Whether the server has a second name: 127.0.0.1 is also `localhost`.
    package var hasOtherName: Bool {
        URIReference(baseURL).authority?.split(separator: ":").first == "127.0.0.1"
    }

    /// Returns the absolute form of an address; a path is below the scenario's address.
    package func absolute(_ address: String) -> String {
        let text = address.hasPrefix("/") && !address.hasPrefix("//") ? baseURL + address : address
        return URIReference(text).resolved(against: URIReference(baseURL + "/")).description
    }

    /// Returns the absolute form of an address, or a template below the scenario's address, which is not normalized.
    package func shown(_ address: String) -> String {
        guard address.contains("{") else { return absolute(address) }
        return address.hasPrefix("/") ? baseURL + address : address
    }

    /// Whether the absolute form of `expected` equals `actual`; templates are compared as written.
    package func isSame(_ expected: String, as actual: String) -> Bool {
        if expected.contains("{") || actual.contains("{") {
            return expected == actual || (expected.hasPrefix("/") && baseURL + expected == actual)
        }
        return absolute(expected) == URIReference(actual).description
    }
}
