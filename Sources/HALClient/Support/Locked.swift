#if canImport(NIOConcurrencyHelpers)
    private import NIOConcurrencyHelpers
#else
    private import Synchronization
#endif

/// A value that several threads share, behind a lock.
///
/// The standard library's `Mutex` is used where NIO is not there. On Linux the thread sanitizer does not see it and
/// reports every use; it sees NIO's lock.
package final class Locked<Value: Sendable>: Sendable {
    #if canImport(NIOConcurrencyHelpers)
        private let box: NIOLockedValueBox<Value>
    #else
        private let box: Mutex<Value>
    #endif

    package init(_ value: Value) {
        #if canImport(NIOConcurrencyHelpers)
            box = NIOLockedValueBox(value)
        #else
            box = Mutex(value)
        #endif
    }

    /// Reads or changes the value; nobody else does meanwhile.
    package func withLock<Result: Sendable>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        #if canImport(NIOConcurrencyHelpers)
            return try box.withLockedValue(body)
        #else
            return try box.withLock { value in try body(&value) }
        #endif
    }
}
