/// A client for HAL APIs: makes calls on URIs and links, each of which ends in exactly one ``Outcome``.
///
/// ```swift
/// let client = HypermediaClient("https://fp.example.com")
/// switch await client.get("/fuelstations/fs291410") {
/// case .success(let station): print(station.model ?? [:])
/// case .serverUnavailable(let unavailable): print("back at", unavailable.retryAfter?.date as Any)
/// case let other: print(other)
/// }
/// ```
///
/// One client can be shared, and reconfigured while its calls run: a call keeps the configuration with which it began.
public final class HypermediaClient: CallPerforming {
    private let runner: Locked<CallRunner>

    /// Makes a client; without a transport it uses the shared one of the platform.
    public init(configuration: Configuration = Configuration(), transport: (any Transport)? = nil) {
        runner = Locked(CallRunner(configuration, transport ?? PlatformTransport.shared))
    }

    /// Makes a client with a base URI for relative targets; without a transport it uses the shared one of the platform.
    public convenience init(_ baseURI: String, transport: (any Transport)? = nil) {
        self.init(configuration: Configuration(baseURI: baseURI), transport: transport)
    }

    /// The configuration of new calls.
    public var configuration: Configuration {
        get { runner.withLock(\.configuration) }
        set { runner.withLock { $0 = $0.with(newValue) } }
    }

    /// Changes the configuration atomically: no call sees half of the change, and no concurrent change is lost.
    public func reconfigure(_ change: (inout Configuration) throws -> Void) rethrows {
        try runner.withLock { runner in
            var configuration = runner.configuration
            try change(&configuration)
            runner = runner.with(configuration)
        }
    }

    /// The base URI for relative targets of new calls, or nil.
    public var baseURI: String? { configuration.baseURI }

    /// Makes a call.
    ///
    /// Canceling the task ends it as a connection failure of the kind `cancelled`.
    public func perform<Model>(_ call: Call<Model>) async -> Outcome<Model> {
        await runner.withLock { $0 }.perform(call)
    }
}
