import CUV

/// A value that several threads share, behind a lock of libuv.
///
/// The standard library's `Mutex` would do, but on Linux the thread sanitizer does not see it and reports every use.
@safe package final class Guarded<Value>: @unchecked Sendable {
    // What makes the class sendable: `value` is touched only while `mutex` is held, and nothing of it is handed out.
    private let mutex: UnsafeMutablePointer<uv_mutex_t>
    private var value: Value

    package init(_ value: sending Value) {
        self.value = value
        unsafe mutex = .allocate(capacity: 1)
        let status = unsafe uv_mutex_init(mutex)
        precondition(status == 0, "the system has no mutex left")
    }

    deinit {
        unsafe uv_mutex_destroy(mutex)
        unsafe mutex.deallocate()
    }

    /// Runs `body` with exclusive access to the value.
    package func withLock<Result>(_ body: (inout sending Value) throws -> sending Result) rethrows -> sending Result {
        unsafe hypermock_lock(mutex)
        defer { unsafe uv_mutex_unlock(mutex) }
        return try body(&value)
    }
}
