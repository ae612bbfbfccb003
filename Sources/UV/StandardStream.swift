import CUV

/// Where a program writes; somebody else has opened it, and may read slowly or not at all.
package enum StandardStream: Int32, Sendable {
    case output = 1
    case error = 2

    /// Whether a person reads it.
    package var isTerminal: Bool {
        uv_guess_handle(rawValue) == UV_TTY
    }

    /// Writes the text before it returns, however long its reader takes.
    package func write(_ text: String) {
        write(Array(text.utf8), waitingAtMost: -1)
    }

    /// Writes as many of the bytes as their reader lets in time, by whole lines where they are short.
    ///
    /// - Parameters:
    ///   - bytes: What to write.
    ///   - milliseconds: How long to wait each time that the reader is behind; 0: not at all, negative: for ever.
    /// - Returns: How many need not be offered again: they are written, or nobody is left who could read them.
    @discardableResult
    package func write(_ bytes: [UInt8], waitingAtMost milliseconds: Int32) -> Int {
        var start = 0
        while start < bytes.count {
            // The stream is shared with other processes, so that it must stay as blocking as it is: it is asked first.
            guard hypermock_is_writable(rawValue, milliseconds) != 0 else { return start }
            let written = write(bytes.span.extracting(start..<Self.endOfPiece(of: bytes, from: start)))
            if written == UV_EAGAIN.rawValue { continue }
            guard written > 0 else { return bytes.count }
            start += Int(written)
        }
        return start
    }

    /// The end of what a pipe takes as a whole; behind a line, if one ends there.
    private static func endOfPiece(of bytes: [UInt8], from start: Int) -> Int {
        let end = min(start + hypermock_atomic_write, bytes.count)
        return bytes[start..<end].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? end
    }

    private func write(_ bytes: Span<UInt8>) -> Int32 {
        unsafe bytes.withUnsafeBufferPointer { source in
            let start = unsafe UnsafeMutableRawPointer(mutating: source.baseAddress)?.assumingMemoryBound(
                to: CChar.self
            )
            var buffer = unsafe uv_buf_init(start, UInt32(clamping: source.count))
            var request = unsafe uv_fs_t()
            // Without a loop's callback the call is synchronous.
            let count = unsafe uv_fs_write(nil, &request, rawValue, &buffer, 1, -1, nil)
            unsafe uv_fs_req_cleanup(&request)
            return count
        }
    }
}
