import CUV

/// What bytes can be read from and written to: a TCP connection, or an end of a pipe.
package class ByteStream: Handle {
    /// Gets what was read; the bytes are valid only during the call.
    package final var onBytes: ((Span<UInt8>) -> Void)? {
        get { bytesHandler }
        set { bytesHandler = newValue }
    }
    /// The peer sends no more (nil), or the stream is broken; no bytes come after it.
    package final var onEnd: ((UVError?) -> Void)?
    /// A `write` is done, or failed.
    package final var onWritten: ((UVError?) -> Void)?

    /// Private, so that the compiler sees every access and none is checked at run time: each request needs it.
    private final var bytesHandler: ((Span<UInt8>) -> Void)?
    private var isReading = false

    package final func startReading() throws(UVError) {
        guard isOpen, !isReading else { return }
        loop.assertOnLoop()
        let allocate: uv_alloc_cb = { handle, _, buffer in unsafe ByteStream.lend(handle, buffer) }
        let read: uv_read_cb = { stream, count, _ in unsafe ByteStream.didRead(stream, count) }
        try UVError.check("read", unsafe uv_read_start(raw, allocate, read))
        isReading = true
    }

    package final func stopReading() {
        guard isOpen, isReading else { return }
        isReading = false
        _ = unsafe uv_read_stop(raw)
    }

    /// Sends the end of the stream after what was written; reading goes on.
    package final func shutdown() {
        guard isOpen else { return }
        let request = UnsafeMutablePointer<uv_shutdown_t>.allocate(capacity: 1)
        let status = unsafe uv_shutdown(request, raw) { request, _ in unsafe request?.deallocate() }
        if status != 0 { unsafe request.deallocate() }
    }

    override func forgetHandlers() {
        onBytes = nil
        onEnd = nil
        onWritten = nil
    }

    final var raw: UnsafeMutablePointer<uv_stream_t> {
        unsafe memory.assumingMemoryBound(to: uv_stream_t.self)
    }

    static func recover(_ stream: UnsafeMutablePointer<uv_stream_t>?) -> ByteStream? {
        guard let data = unsafe stream?.pointee.data else { return nil }
        return unsafe Unmanaged<ByteStream>.fromOpaque(data).takeUnretainedValue()
    }

    private static func lend(_ handle: UnsafeMutablePointer<uv_handle_t>?, _ buffer: UnsafeMutablePointer<uv_buf_t>?) {
        guard let handle = unsafe handle, let data = unsafe handle.pointee.loop.pointee.data else { return }
        unsafe buffer?.pointee = uv_buf_init(data.assumingMemoryBound(to: CChar.self), UInt32(Loop.readBufferSize))
    }

    /// Counts no reference, because every request comes here: the handle lives until its close callback.
    private static func didRead(_ stream: UnsafeMutablePointer<uv_stream_t>?, _ count: Int) {
        guard let data = unsafe stream?.pointee.data else { return }
        unsafe Unmanaged<ByteStream>.fromOpaque(data)._withUnsafeGuaranteedRef { $0.didRead(count) }
    }

    private func didRead(_ count: Int) {
        guard count != 0 else { return }
        guard count < 0 else {
            bytesHandler?(unsafe UnsafeBufferPointer(rebasing: loop.readBuffer[..<count]).span)
            return
        }
        stopReading()
        let error = UVError(code: Int32(truncatingIfNeeded: count), operation: "read")
        onEnd?(error.isEndOfFile ? nil : error)
    }
}
