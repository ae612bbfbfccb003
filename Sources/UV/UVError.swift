import CUV

/// The error of a libuv call: its code and the operation.
package struct UVError: Error, Hashable {
    /// libuv's negative status code.
    package let code: Int32
    /// The operation in a word or two: "bind", "write".
    package let operation: String

    package init(code: Int32, operation: String) {
        self.code = code
        self.operation = operation
    }

    /// The name of the code, such as `EADDRINUSE`.
    package var name: String {
        unsafe Self.text(of: code, uv_err_name_r)
    }

    /// libuv's message for the code, such as "address already in use".
    package var text: String {
        unsafe Self.text(of: code, uv_strerror_r)
    }

    package var isAddressInUse: Bool { code == UV_EADDRINUSE.rawValue }
    /// Whether a pipe has no reader (`EPIPE`, `ENXIO`).
    package var isWithoutReader: Bool { code == UV_EPIPE.rawValue || code == UV_ENXIO.rawValue }
    package var isAddressNotAvailable: Bool { code == UV_EADDRNOTAVAIL.rawValue }
    /// Whether a host name cannot be resolved.
    package var isUnknownHost: Bool {
        [UV_EAI_NONAME, UV_EAI_NODATA, UV_EAI_AGAIN, UV_EAI_FAIL].contains { code == $0.rawValue }
    }
    package var isEndOfFile: Bool { code == UV_EOF.rawValue }
    package var isConnectionReset: Bool { code == UV_ECONNRESET.rawValue }

    /// The error of a call on something that is closed.
    package static func closed(_ operation: String) -> UVError {
        UVError(code: UV_ECANCELED.rawValue, operation: operation)
    }

    /// Throws `UVError` if a libuv call returned a negative status.
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
