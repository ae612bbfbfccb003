/// A shared client that can be reconfigured while its calls run.
///
/// ```swift
/// let client = Client(ExecutorConfiguration(baseURI: environments[.production]?.address.baseURI))
/// client.reconfigure { $0.baseURI = environments[.staging]?.address.baseURI }
/// ```
///
/// A call keeps the configuration with which it began. Reconfiguring keeps all settings that it does not change.
public final class Client: CallExecutor {
    private let executor: Locked<RelationExecutor>

    /// Makes a client; without a transport it uses the shared one of the platform.
    public init(_ configuration: ExecutorConfiguration = ExecutorConfiguration(), transport: (any Transport)? = nil) {
        executor = Locked(RelationExecutor(configuration: configuration, transport: transport))
    }

    /// The configuration of new calls.
    public var configuration: ExecutorConfiguration {
        get { executor.withLock(\.configuration) }
        set { executor.withLock { $0.configuration = newValue } }
    }

    /// Changes the configuration atomically: no call sees half of the change, and no concurrent change is lost.
    public func reconfigure(_ change: (inout ExecutorConfiguration) throws -> Void) rethrows {
        try executor.withLock { try change(&$0.configuration) }
    }

    /// The base URI for relative targets of new calls, or nil.
    public var baseURI: String? { configuration.baseURI }

    /// Makes a call.
    public func perform<Model>(_ call: Call<Model>) async -> Outcome<Model> {
        await executor.withLock { $0 }.perform(call)
    }
}
