import CUV

/// An open descriptor to write to, whose reader may be slow or gone.
struct OutputDescriptor {
    let number: Int32

    /// Opens a pipe or a device.
    ///
    /// - Throws: `UVError`, with `ENXIO` for a pipe that nobody reads if that is not waited for.
    init(opening path: String, waitingForReader waits: Bool) throws(UVError) {
        var request = unsafe uv_fs_t()
        // Without a loop's callback the call is synchronous.
        number = unsafe uv_fs_open(nil, &request, path, O_WRONLY | (waits ? 0 : O_NONBLOCK), 0, nil)
        unsafe uv_fs_req_cleanup(&request)
        try UVError.check("open", number)
    }

    init(_ number: Int32) {
        self.number = number
    }

    /// Writes as many of the bytes as the reader lets in time, by whole lines where they are short.
    ///
    /// - Parameters:
    ///   - bytes: What to write.
    ///   - milliseconds: How long to wait each time that the reader is behind; 0: not at all, negative: for ever.
    /// - Returns: How many are written.
    /// - Throws: `UVError` when nobody is left who could read them, or there is no room for them.
    func write(_ bytes: [UInt8], waitingAtMost milliseconds: Int32) throws(UVError) -> Int {
        var start = 0
        while start < bytes.count {
            // The stream is shared with other processes, so that it must stay as blocking as it is: it is asked first.
            guard hypermock_is_writable(number, milliseconds) != 0 else { return start }
            let written = write(bytes.span.extracting(start..<Self.endOfPiece(of: bytes, from: start)))
            if written == UV_EAGAIN.rawValue { continue }
            try UVError.check("write", written == 0 ? UV_EIO.rawValue : written)
            start += Int(written)
        }
        return start
    }

    func close() {
        var request = unsafe uv_fs_t()
        unsafe uv_fs_close(nil, &request, number, nil)
        unsafe uv_fs_req_cleanup(&request)
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
            let count = unsafe uv_fs_write(nil, &request, number, &buffer, 1, -1, nil)
            unsafe uv_fs_req_cleanup(&request)
            return count
        }
    }
}
