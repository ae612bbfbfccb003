import CUV

extension ByteStream {
    /// Writes what the socket takes at once.
    ///
    /// - Returns: how many bytes it took; 0 when its buffer is full or a `write` is under way.
    /// - Throws: `UVError` when the stream is broken.
    package func tryWrite(_ bytes: Span<UInt8>) throws(UVError) -> Int {
        guard isOpen else { throw .closed("write") }
        loop.assertOnLoop()
        let status = unsafe bytes.withUnsafeBufferPointer { source in
            // libuv's buffers are mutable by type only: a write never changes them.
            let start = unsafe UnsafeMutableRawPointer(mutating: source.baseAddress)?.assumingMemoryBound(
                to: CChar.self
            )
            var buffer = unsafe uv_buf_init(start, UInt32(clamping: source.count))
            return unsafe uv_try_write(raw, &buffer, 1)
        }
        guard status != UV_EAGAIN.rawValue else { return 0 }
        try UVError.check("write", status)
        return Int(status)
    }

    /// Writes all of the bytes, of which it keeps a copy; then `onWritten` is called.
    package func write(_ bytes: Span<UInt8>) throws(UVError) {
        guard isOpen else { throw .closed("write") }
        loop.assertOnLoop()
        var request = WriteRequest.make(bytes)
        let status = unsafe uv_write(request.raw, raw, &request.buffer, 1) { request, status in
            unsafe ByteStream.didWrite(request, status)
        }
        guard status != 0 else { return }
        request.free()
        throw UVError(code: status, operation: "write")
    }

    private static func didWrite(_ request: UnsafeMutablePointer<uv_write_t>?, _ status: Int32) {
        guard let request = unsafe request else { return }
        let stream = unsafe recover(request.pointee.handle)
        unsafe request.deallocate()
        stream?.onWritten?(status == 0 ? nil : UVError(code: status, operation: "write"))
    }
}
