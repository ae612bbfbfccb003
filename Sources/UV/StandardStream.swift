import CUV

/// The standard output or error, whose reader may be slow or gone.
package enum StandardStream: Int32, Sendable {
    case output = 1
    case error = 2

    /// Opens the standard streams that are closed on `/dev/null`; call it before anything else opens a descriptor.
    package static func openAll() {
        hypermock_open_standard_streams()
    }

    /// Whether it is a terminal.
    package var isTerminal: Bool {
        uv_guess_handle(rawValue) == UV_TTY
    }

    /// The width of the terminal in columns; nil if it is not a terminal.
    package var columns: Int? {
        let columns = isTerminal ? Int(hypermock_columns(rawValue)) : 0
        return columns > 0 ? columns : nil
    }

    /// The height of the terminal in rows; nil if it is not a terminal.
    package var rows: Int? {
        let rows = isTerminal ? Int(hypermock_rows(rawValue)) : 0
        return rows > 0 ? rows : nil
    }

    /// Writes the text and waits for a slow reader; errors are ignored.
    package func write(_ text: String) {
        write(Array(text.utf8), waitingAtMost: -1)
    }

    /// Writes the text and waits for a slow reader.
    ///
    /// - Throws: `UVError` if the reader is gone or the disk is full.
    package func send(_ text: String) throws(UVError) {
        _ = try OutputDescriptor(rawValue).write(Array(text.utf8), waitingAtMost: -1)
    }

    /// Writes as many bytes as the reader accepts in time, in whole lines if they are short.
    ///
    /// - Parameters:
    ///   - bytes: The bytes to write.
    ///   - milliseconds: The longest wait for a slow reader, each time; negative: no limit.
    /// - Returns: The number of bytes not to offer again: written, or lost because the reader is gone.
    @discardableResult
    package func write(_ bytes: [UInt8], waitingAtMost milliseconds: Int32) -> Int {
        (try? OutputDescriptor(rawValue).write(bytes, waitingAtMost: milliseconds)) ?? bytes.count
    }
}

/// A named pipe or a device.
package enum OutputDevice {
    /// Writes the text to `path` and waits for a slow reader.
    ///
    /// - Throws: `UVError` if it cannot be opened, has no reader, or is full.
    package static func send(_ text: String, to path: String, waitingForReader waits: Bool) throws(UVError) {
        let descriptor = try OutputDescriptor(opening: path, waitingForReader: waits)
        defer { descriptor.close() }
        _ = try descriptor.write(Array(text.utf8), waitingAtMost: -1)
    }
}

/// An open file descriptor to write to, whose reader may be slow or gone.
struct OutputDescriptor {
    let number: Int32

    /// Opens a pipe or a device.
    ///
    /// - Throws: `UVError`, with `ENXIO` if the pipe has no reader and `waits` is false.
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

    /// Writes as many bytes as the reader accepts in time, in whole lines if they are short.
    ///
    /// - Parameters:
    ///   - bytes: The bytes to write.
    ///   - milliseconds: The longest wait for a slow reader, each time; negative: no limit.
    /// - Returns: The number of bytes written.
    /// - Throws: `UVError` if the reader is gone or the disk is full.
    func write(_ bytes: [UInt8], waitingAtMost milliseconds: Int32) throws(UVError) -> Int {
        var start = 0
        while start < bytes.count {
            // Other processes share the stream, so it must not become non-blocking: poll it instead.
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

    /// The end of the next piece that a pipe accepts atomically; at the end of a line if possible.
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

/// The standard input.
package enum StandardInput {
    private static let descriptor: Int32 = 0
    private static let pieceSize = 64 << 10

    /// Reads to the end of the input, and blocks meanwhile; stops after more than `limit` bytes.
    ///
    /// - Returns: The bytes; more than `limit` if the input is too long.
    /// - Throws: `UVError` if it cannot be read.
    package static func read(limit: Int) throws(UVError) -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count <= limit {
            let piece = try readPiece()
            guard !piece.isEmpty else { break }
            bytes += piece
        }
        return bytes
    }

    private static func readPiece() throws(UVError) -> [UInt8] {
        var status: Int32 = 0
        let piece = unsafe [UInt8](unsafeUninitializedCapacity: pieceSize) { target, count in
            let start = unsafe UnsafeMutableRawPointer(target.baseAddress)?.assumingMemoryBound(to: CChar.self)
            var buffer = unsafe uv_buf_init(start, UInt32(pieceSize))
            var request = unsafe uv_fs_t()
            repeat {
                // Without a loop's callback the call is synchronous.
                status = unsafe uv_fs_read(nil, &request, descriptor, &buffer, 1, -1, nil)
                unsafe uv_fs_req_cleanup(&request)
            } while status == UV_EINTR.rawValue
            count = Int(max(status, 0))
        }
        try UVError.check("read", status)
        return piece
    }
}
