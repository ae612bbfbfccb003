import CUV

/// The process' standard output or standard error.
package enum StandardStream: Int32, Sendable {
    case output = 1
    case error = 2

    /// Whether a person reads it.
    package var isTerminal: Bool {
        uv_guess_handle(rawValue) == UV_TTY
    }

    /// Writes all of the bytes before it returns; gives up when nobody reads any more.
    package func write(_ bytes: [UInt8]) {
        var start = 0
        while start < bytes.count {
            let written = write(bytes.span.extracting(start...))
            guard written > 0 else { return }
            start += written
        }
    }

    /// Writes the text before it returns.
    package func write(_ text: String) {
        write(Array(text.utf8))
    }

    private func write(_ bytes: Span<UInt8>) -> Int {
        unsafe bytes.withUnsafeBufferPointer { source in
            let start = unsafe UnsafeMutableRawPointer(mutating: source.baseAddress)?.assumingMemoryBound(
                to: CChar.self
            )
            var buffer = unsafe uv_buf_init(start, UInt32(clamping: source.count))
            var request = unsafe uv_fs_t()
            // Without a loop's callback the call is synchronous.
            let count = unsafe uv_fs_write(nil, &request, rawValue, &buffer, 1, -1, nil)
            unsafe uv_fs_req_cleanup(&request)
            return Int(count)
        }
    }
}
