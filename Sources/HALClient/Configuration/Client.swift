/// A client that many parts of an app share, and that can be configured anew while its calls run.
///
/// ```swift
/// let client = Client(ExecutorConfiguration(baseURI: environments[.production]?.address.baseURI))
/// client.reconfigure { $0.baseURI = environments[.staging]?.address.baseURI }
/// ```
///
/// A call keeps the configuration with which it began; what is not changed stays: headers, credentials, languages.
public final class Client: CallExecutor {
    private let executor: Locked<RelationExecutor>

    /// Makes a client; without a transport it shares the platform's own with all others.
    public init(_ configuration: ExecutorConfiguration = ExecutorConfiguration(), transport: (any Transport)? = nil) {
        executor = Locked(RelationExecutor(configuration: configuration, transport: transport))
    }

    /// What the calls that begin now have in common.
    public var configuration: ExecutorConfiguration {
        get { executor.withLock(\.configuration) }
        set { executor.withLock { $0.configuration = newValue } }
    }

    /// Changes the configuration in one step, so that no call sees half of it, and no other change is lost.
    public func reconfigure(_ change: (inout ExecutorConfiguration) throws -> Void) rethrows {
        try executor.withLock { try change(&$0.configuration) }
    }

    /// The URI that the relative targets of calls that begin now resolve against, or nil.
    public var baseURI: String? { configuration.baseURI }

    /// Makes a call.
    public func perform<Model>(_ call: Call<Model>) async -> Outcome<Model> {
        await executor.withLock { $0 }.perform(call)
    }
}
