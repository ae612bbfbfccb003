/// Makes calls; a ``RelationExecutor`` does, and what wraps one.
///
/// Only `perform` is to be written; the methods of HTTP, chains of links and callbacks come from it. So a wrapper sees
/// every call, and a test may stand in for all of it:
///
/// ```swift
/// struct Counting: CallExecutor {
///     let client: any CallExecutor
///     let count: @Sendable () -> Void
///
///     func perform<Model>(_ call: Call<Model>) async -> Outcome<Model> {
///         count()
///         return await client.perform(call)
///     }
/// }
/// ```
public protocol CallExecutor: Sendable {
    /// Makes a call, which ends in exactly one outcome.
    ///
    /// Cancelling the task ends it as a connection failure of the kind `cancelled`.
    func perform<Model>(_ call: Call<Model>) async -> Outcome<Model>

    /// The URI that relative targets resolve against, or nil if there is none or it is not known.
    ///
    /// A wrapper returns that of the executor that it wraps; an ``OAuthSession`` resolves its token endpoint against it.
    var baseURI: String? { get }
}

extension CallExecutor {
    /// Nil.
    public var baseURI: String? { nil }
}
