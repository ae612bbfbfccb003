/// How a mock server listens, and the limits of what it takes and keeps.
///
/// The defaults suit tests: a free port on loopback.
public struct MockServerConfiguration: Sendable {
    /// The address to listen on.
    public var host = "127.0.0.1"
    /// The port; 0 takes a free one.
    public var port = 0
    /// The slugs that `/` serves; empty: the scenarios that say `root: true`, else all without a matrix.
    public var rootScenarios: [String] = []
    /// Whether warnings about scenario files are errors.
    public var isStrict = false
    /// Stands for `http://` and the `Host` of a request in links, for example `https://mock.example.com`.
    public var publicURL: String?
    /// The most requests that the journal keeps; 0 turns it off.
    public var journalEntries = 10_000
    /// The most bytes that the journal keeps; 0 turns it off.
    public var journalBytes = 64 << 20
    /// The most connections at a time; past it the one that was idle for longest makes room.
    public var maxConnections = 10_000
    /// The most bytes of a request's head; past it the answer is 431.
    public var maxHeaderBytes = 64 << 10
    /// The most bytes of a request's body, expanded where it is compressed; past it the answer is 413.
    public var maxBodyBytes = 4 << 20
    /// Seconds within which the head of a request must arrive; past it the answer is 408.
    public var headerTimeout = 10.0
    /// Seconds after which a connection without a request is closed.
    public var idleTimeout = 60.0
    /// Seconds after which an unused sandbox is dropped.
    public var sandboxIdle = 600
    /// The most sandboxes; past it the one that was unused for longest is dropped.
    public var maxSandboxes = 10_000
    /// The number of event loops on the port.
    public var threads = 1
    /// Whether answers are compressed with gzip for clients that take it.
    public var compresses = false
    /// Whether pages of any origin may read the answers: preflights are answered, and `Access-Control-Allow-Origin` is
    /// sent.
    public var allowsCrossOrigin = false
    /// Who may use the admin API.
    package var adminAccess = AdminAccess.open
    /// A folder in WireMock's layout, which the admin API reads and writes; nil: there is none.
    package var stubFolder: String?
    /// Whether the responses of all mappings that come over the admin API are templates.
    package var templatesAll = false
    /// Whether journal, explanations and admin API show `Authorization` and cookies as they came.
    package var showsCredentials = false
    /// Ends the server when the admin API is asked to; nil: it is ended as `MockServer.stop` does.
    package var onShutdown: (@Sendable () -> Void)?
    /// The form of the request log and who gets its lines, several at a time; nil: none.
    package var log: (format: RequestLog.Format, output: RequestLog.Output)?

    /// The defaults.
    public init() {}
}
