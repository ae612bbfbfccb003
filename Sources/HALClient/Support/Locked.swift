#if os(Linux)
    private import NIOConcurrencyHelpers
#else
    private import Synchronization
#endif

/// A value that several threads share, behind a lock.
///
/// The standard library's `Mutex` everywhere but on Linux, where the thread sanitizer does not see it and reports every
/// use; it sees NIO's lock. The condition is the platform, because this module depends on NIO on Linux alone: elsewhere
/// NIO may be importable and not linked.
package final class Locked<Value: Sendable>: Sendable {
    #if os(Linux)
        private let box: NIOLockedValueBox<Value>
    #else
        private let box: Mutex<Value>
    #endif

    package init(_ value: Value) {
        #if os(Linux)
            box = NIOLockedValueBox(value)
        #else
            box = Mutex(value)
        #endif
    }

    /// Reads or changes the value; nobody else does meanwhile.
    package func withLock<Result: Sendable>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        #if os(Linux)
            return try box.withLockedValue(body)
        #else
            return try box.withLock { value in try body(&value) }
        #endif
    }
}
