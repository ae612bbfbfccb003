/// A running call with callbacks.
///
/// Releasing the handle does not cancel the call.
public struct CallHandle: Sendable {
    let task: Task<Void, Never>

    /// Ends the call as a connection failure of the kind `cancelled`; without effect once it has ended.
    public func cancel() {
        task.cancel()
    }
}
