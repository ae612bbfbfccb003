import Foundation

/// Runs what blocks on a thread of its own, so that it holds none of Swift's few and other tests go on.
package func onOwnThread<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
    await withCheckedContinuation { done in
        Thread.detachNewThread { done.resume(returning: body()) }
    }
}
