private import CTLS

/// The OpenSSL library, loaded when TLS is first used: a process without TLS does not have it in memory.
package enum OpenSSL {
    /// Loads the library if it is not loaded yet.
    ///
    /// - Throws: A ``TLSError`` that says what to install.
    package static func load() throws(TLSError) {
        var isLoaded = false
        let reason = unsafe text(capacity: 256) { start, capacity in
            isLoaded = unsafe hypermock_tls_load(start, capacity) == 1
        }
        guard !isLoaded else { return }
        throw TLSError(operation: "OpenSSL 3", reason: "\(reason); to install it: apt-get install libssl3")
    }

    /// The name and version of the loaded library: `OpenSSL 3.0.19 27 Jan 2026`.
    package static func version() throws(TLSError) -> String {
        try load()
        return unsafe String(cString: hypermock_tls_version())
    }

    /// Removes and returns the reason why the last call on this thread failed; `unnamed` if OpenSSL gives none.
    static func error(_ operation: String, unnamed: String = "failed for an unknown reason") -> TLSError {
        let reason = unsafe text(capacity: 256) { start, capacity in unsafe hypermock_tls_take_error(start, capacity) }
        return TLSError(operation: operation, reason: reason.isEmpty ? unnamed : reason)
    }

    private static func text(capacity: Int, _ write: (UnsafeMutablePointer<CChar>, Int) -> Void) -> String {
        unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: capacity) { buffer in
            unsafe buffer.initialize(repeating: 0)
            guard let start = buffer.baseAddress else { return "" }
            unsafe write(start, buffer.count)
            return unsafe String(cString: start)
        }
    }
}
