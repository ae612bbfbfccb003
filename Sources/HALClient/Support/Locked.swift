#if os(Linux)
    private import NIOConcurrencyHelpers
#else
    private import Synchronization
#endif

/// A value that several threads share, protected by a lock.
///
/// The standard library's `Mutex`, except on Linux, where the thread sanitizer does not recognize it and reports every
/// use; it recognizes NIO's lock. The condition is the platform, because this module depends on NIO only on Linux:
/// elsewhere NIO may be importable but not linked.
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

    /// Runs `body` with exclusive access to the value.
    package func withLock<Result: Sendable>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        #if os(Linux)
            return try box.withLockedValue(body)
        #else
            return try box.withLock { value in try body(&value) }
        #endif
    }
}
