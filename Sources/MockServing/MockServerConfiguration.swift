import HAL
package import HTTPServing
import Messages
package import Mocking
import Scenarios
package import UV

/// The address, the limits and the features of a mock server.
///
/// The defaults suit tests: a free port on loopback.
public struct MockServerConfiguration: Sendable {
    /// The address to listen on.
    public var host = "127.0.0.1"
    /// The port; 0 chooses a free one.
    public var port = 0
    /// Whether warnings about scenario files are errors.
    public var isStrict = false
    /// The number of event loops on the port.
    public var threads = 1
    /// Whether responses are compressed with gzip for clients that accept it.
    public var compresses = false
    /// Whether cross-origin requests from browsers are allowed: the server responds to preflights and sends
    /// `Access-Control-Allow-Origin`.
    public var allowsCrossOrigin = false
    /// Whether clients that begin with HTTP/2 in the clear are served; else they get 505 in HTTP/1.1.
    public var servesHTTP2InTheClear = true
    /// Whether HTTP/2 is offered over TLS.
    public var servesHTTP2OverTLS = true
    /// The maximum number of requests that are in progress on one HTTP/2 connection; beyond it the client waits.
    public var http2Streams = 128
    /// HTTPS; nil: the server speaks plain HTTP only, and does not load OpenSSL.
    public var https: HTTPSConfiguration?
    /// Whether scenarios with `tls` turn HTTPS on, on their ports only.
    package var impliesHTTPS = true
    /// The access to the admin API.
    package var adminAccess = AdminAccess.open
    /// Whether the metrics need no token.
    package var hasOpenMetrics = false
    /// The port of the admin API and its page; 0 chooses a free one, nil: they are on the ports of the scenarios.
    ///
    /// Pages that scenarios serve then have another origin than the admin API.
    package var adminPort: Int?
    /// The second port, for scenarios whose `otherOrigin` is another port; 0 chooses a free one.
    package var otherPort = 0
    /// The state that it shares with other servers; nil: its state is its own.
    package var sharedState: SharedStateConfiguration? {
        didSet { engine.isShared = sharedState != nil }
    }
    /// The file with the result of the last `hypermock verify`, which the page shows; nil: none.
    package var lastRunFile: String?
    /// The numbers of spans that the exporter counts; nil: there is none.
    package var spanCounts: Guarded<SpanCounts>?
    /// Tells `/__admin/ready` whether the server wants requests.
    package var readiness = Readiness()
    /// A folder in WireMock's layout, which the admin API reads and writes; nil: none.
    package var stubFolder: String?
    /// Whether the responses of all mappings that the admin API adds are templates.
    package var templatesAll = false
    /// How webhooks are sent; nil: they are not sent.
    package var webhooks: WebhookConfiguration?
    /// How requests are forwarded for responses with a proxy; nil: they are not.
    package var forwarding: ForwardingConfiguration?
    /// Shuts the server down when the admin API is asked to; nil: as `MockServer.stop` does.
    package var onShutdown: (@Sendable () -> Void)?
    /// The format of the request log and the output for its lines; nil: no log.
    package var log: (format: RequestLog.Format, output: RequestLog.Output)?
    /// The look of the request log.
    package var logStyle = RequestLog.Style()
    /// The options of the engine: the root, links, journal and sandboxes.
    package var engine = EngineConfiguration()
    /// The limits of connections and requests.
    package var server = ServerConfiguration(formatDate: { HTTPDate(secondsSinceEpoch: Int($0)).bytes })

    /// The defaults.
    public init() {
        engine.findFile = { BodyFolder(filesPath: $0).file($1) }
        engine.machine = TemplateMachine(hostName: CurrentProcess.hostName ?? "localhost") {
            CurrentProcess.variable($0)
        }
    }
}

/// Options of the engine.
extension MockServerConfiguration {
    /// The slugs that `/` serves; empty: the scenarios with `root: true`, or if there are none, all without a matrix.
    public var rootScenarios: [String] {
        get { engine.rootSlugs }
        set { engine.rootSlugs = newValue }
    }

    /// The base URL to use in links instead of `http://` and the `Host` of a request, for example
    /// `https://mock.example.com`.
    public var publicURL: String? {
        get { engine.publicURL }
        set { engine.publicURL = newValue }
    }

    /// The maximum number of requests that the journal keeps; 0 turns it off.
    public var journalEntries: Int {
        get { engine.journalEntries }
        set { engine.journalEntries = newValue }
    }

    /// The maximum number of bytes that the journal keeps; 0 turns it off.
    public var journalBytes: Int {
        get { engine.journalBytes }
        set { engine.journalBytes = newValue }
    }

    /// Seconds after which an unused sandbox is dropped.
    public var sandboxIdle: Int {
        get { engine.sandboxIdle }
        set { engine.sandboxIdle = newValue }
    }

    /// The maximum number of sandboxes; beyond it the least recently used one is dropped.
    public var maxSandboxes: Int {
        get { engine.maxSandboxes }
        set { engine.maxSandboxes = newValue }
    }

    /// The maximum number of bytes that the live resources of one address keep; beyond it, a write gets 507.
    public var maxResourceBytes: Int {
        get { engine.maxResourceBytes }
        set { engine.maxResourceBytes = newValue }
    }

    /// Whether live resources that are kept in files begin with the items there, instead of those of their scenarios.
    public var loadsSavedResources: Bool {
        get { engine.loadsSavedResources }
        set { engine.loadsSavedResources = newValue }
    }

    /// Whether journal, explanations and admin API show `Authorization` and cookies instead of redacting them.
    package var showsCredentials: Bool {
        get { engine.showsCredentials }
        set { engine.showsCredentials = newValue }
    }
}

/// Options of the sockets.
extension MockServerConfiguration {
    /// The maximum number of connections of each thread; beyond it, the server closes an idle or incomplete one.
    public var maxConnections: Int {
        get { server.maxConnections }
        set { server.maxConnections = max(1, newValue) }
    }

    /// The maximum number of bytes of a request's head; beyond it the response is 431.
    public var maxHeaderBytes: Int {
        get { server.limits.maxHeaderBytes }
        set { server.limits.maxHeaderBytes = newValue }
    }

    /// The maximum number of bytes of a request's body, after decompression; beyond it the response is 413.
    public var maxBodyBytes: Int {
        get { server.limits.maxBodyBytes }
        set { server.limits.maxBodyBytes = newValue }
    }

    /// Seconds within which the head of a request must arrive, at most a year; beyond it the response is 408.
    public var headerTimeout: Double {
        get { Double(server.timeouts.header) / 1000 }
        set { server.timeouts.header = Int(millisecondsIn: newValue) }
    }

    /// Seconds after which a connection without a request is closed, at most a year.
    public var idleTimeout: Double {
        get { Double(server.timeouts.idle) / 1000 }
        set { server.timeouts.idle = Int(millisecondsIn: newValue) }
    }
}

extension Int {
    /// A year in seconds; adding it to a clock does not overflow.
    private static let longest = 31_536_000.0

    /// Converts seconds to milliseconds; negative values and NaN become 0, values over a year become a year.
    init(millisecondsIn seconds: Double) {
        self = seconds > 0 ? Int(Swift.min(seconds, Self.longest) * 1000) : 0
    }
}
