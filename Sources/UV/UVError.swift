import CUV

/// A failed libuv call: its code and which call it was.
package struct UVError: Error, Hashable {
    /// libuv's negative status code.
    package let code: Int32
    /// The call, in a word or two: "bind", "write".
    package let operation: String

    package init(code: Int32, operation: String) {
        self.code = code
        self.operation = operation
    }

    /// libuv's name of the code, like `EADDRINUSE`.
    package var name: String {
        unsafe Self.text(of: code, uv_err_name_r)
    }

    /// libuv's text for the code, like "address already in use".
    package var text: String {
        unsafe Self.text(of: code, uv_strerror_r)
    }

    package var isAddressInUse: Bool { code == UV_EADDRINUSE.rawValue }
    /// Whether nobody reads a pipe: not any more, or not yet.
    package var isWithoutReader: Bool { code == UV_EPIPE.rawValue || code == UV_ENXIO.rawValue }
    package var isAddressNotAvailable: Bool { code == UV_EADDRNOTAVAIL.rawValue }
    package var isEndOfFile: Bool { code == UV_EOF.rawValue }
    package var isConnectionReset: Bool { code == UV_ECONNRESET.rawValue }

    /// What a call on something already closed gets.
    package static func closed(_ operation: String) -> UVError {
        UVError(code: UV_ECANCELED.rawValue, operation: operation)
    }

    /// The one place where a status becomes an error.
    static func check(_ operation: String, _ status: Int32) throws(UVError) {
        guard status < 0 else { return }
        throw UVError(code: status, operation: operation)
    }

    private static func text(
        of code: Int32,
        _ describe: (Int32, UnsafeMutablePointer<CChar>, Int) -> UnsafeMutablePointer<CChar>?
    ) -> String {
        unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 128) { buffer in
            guard let start = buffer.baseAddress, let text = unsafe describe(code, start, buffer.count) else {
                return ""
            }
            return unsafe String(cString: text)
        }
    }
}

extension UVError: CustomStringConvertible {
    /// For example `bind: address already in use (EADDRINUSE)`.
    package var description: String { "\(operation): \(text) (\(name))" }
}
