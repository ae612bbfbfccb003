/// Makes calls: a ``RelationExecutor``, or a wrapper of one.
///
/// Only `perform` is required; the methods of HTTP, chains of links and callbacks are built on it. A wrapper sees every
/// call, and a test can replace the whole client:
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

    /// The base URI for relative targets, or nil if it does not exist or is unknown.
    ///
    /// A wrapper returns that of its executor; an ``OAuthSession`` resolves its token endpoint against it.
    var baseURI: String? { get }
}

extension CallExecutor {
    /// Nil.
    public var baseURI: String? { nil }
}
