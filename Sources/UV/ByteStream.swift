import CUV

/// A stream of bytes in both directions: a TCP connection, or one end of a pipe.
package class ByteStream: Handle {
    /// Called with the bytes that were read, which are valid only during the call.
    package final var onBytes: ((Span<UInt8>) -> Void)? {
        get { bytesHandler }
        set { bytesHandler = newValue }
    }
    /// Called once at the end of the input: nil if the peer has shut down its side, else the error.
    package final var onEnd: ((UVError?) -> Void)?
    /// Called when a `write` has completed (nil) or failed.
    package final var onWritten: ((UVError?) -> Void)?

    /// Private, so that the compiler omits the run-time exclusivity check, which every request would pay for.
    private final var bytesHandler: ((Span<UInt8>) -> Void)?
    private var isReading = false
    /// Whether the last read had so much that the next one may have to wait.
    private var isBulk = false
    /// The round in which bulk was last read (``BulkTurns``).
    private var bulkRound = -1
    /// The last late turn in which it was read (``Loop/countRead(_:)``).
    private var lateTurn = -1

    /// The bytes from which a read is bulk, more than most requests have.
    private static let leastBulk = 2048
    /// The most bytes that a stream reads in a late turn, about one request.
    private static let little = 512

    /// Starts reading; without effect if the stream is reading already or closed.
    ///
    /// - Throws: `UVError` if the stream is not connected.
    package final func startReading() throws(UVError) {
        guard isOpen, !isReading else { return }
        loop.assertOnLoop()
        let allocate = unsafe isBulk ? Self.lendForBulk : Self.lend
        let read: uv_read_cb = { stream, count, _ in unsafe ByteStream.didRead(stream, count) }
        try UVError.check("read", unsafe uv_read_start(raw, allocate, read))
        isReading = true
    }

    /// Stops reading; further bytes stay in the system's buffer.
    package final func stopReading() {
        guard isOpen, isReading else { return }
        isReading = false
        _ = unsafe uv_read_stop(raw)
    }

    /// Shuts down the write side after all pending writes; the stream can still be read.
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

    /// Lends a part of the buffer, so that the first read of a client that sends much is short.
    private static let lend: uv_alloc_cb = { handle, _, buffer in
        guard let handle = unsafe handle, let data = unsafe handle.pointee.loop.pointee.data else { return }
        let lateTurn = unsafe data.load(fromByteOffset: Loop.readBufferSize, as: UInt64.self)
        guard unsafe lateTurn != handle.pointee.loop.pointee.time else { return unsafe lendLittle(handle, buffer) }
        let start = unsafe data.assumingMemoryBound(to: CChar.self)
        unsafe buffer?.pointee = uv_buf_init(start, UInt32(Loop.readBufferSize / 8))
    }

    /// Lends a little once, because the streams that have few bytes each can have many together.
    private static func lendLittle(
        _ handle: UnsafeMutablePointer<uv_handle_t>,
        _ buffer: UnsafeMutablePointer<uv_buf_t>?
    ) {
        guard let data = unsafe handle.pointee.data else { return }
        let stream = unsafe Unmanaged<ByteStream>.fromOpaque(data).takeUnretainedValue()
        let (loop, now) = (stream.loop, stream.loop.now)
        let isRead = stream.lateTurn != now
        stream.lateTurn = now
        let start = unsafe UnsafeMutableRawPointer(loop.readBuffer.baseAddress)?.assumingMemoryBound(to: CChar.self)
        unsafe buffer?.pointee = uv_buf_init(start, isRead ? UInt32(little) : 0)
    }

    /// Lends the whole buffer, or nothing if the stream has to wait: libuv then reports the input again in the next turn.
    private static let lendForBulk: uv_alloc_cb = { handle, _, buffer in
        guard let handle = unsafe handle, let data = unsafe handle.pointee.data else { return }
        let stream = unsafe Unmanaged<ByteStream>.fromOpaque(data).takeUnretainedValue()
        let (loop, now) = (stream.loop, stream.loop.now)
        let isRead = loop.bulk.allows(&stream.bulkRound, turn: now, elapsed: Loop.clock - now)
        let start = unsafe UnsafeMutableRawPointer(loop.readBuffer.baseAddress)?.assumingMemoryBound(to: CChar.self)
        unsafe buffer?.pointee = uv_buf_init(start, isRead ? UInt32(Loop.readBufferSize) : 0)
    }

    /// Counts no reference, because the handle lives until its close callback: a retain and a release would add about
    /// 5 ns to the 0.83 µs of a matched request.
    private static func didRead(_ stream: UnsafeMutablePointer<uv_stream_t>?, _ count: Int) {
        guard let data = unsafe stream?.pointee.data else { return }
        unsafe Unmanaged<ByteStream>.fromOpaque(data)._withUnsafeGuaranteedRef { $0.didRead(count) }
    }

    private func didRead(_ count: Int) {
        guard count != 0 else { return }
        guard count < 0 else {
            if (count >= Self.leastBulk) != isBulk { setBulk(!isBulk) }
            loop.countRead(count)
            bytesHandler?(unsafe UnsafeBufferPointer(rebasing: loop.readBuffer[..<count]).span)
            return
        }
        // Nothing was lent.
        guard count != Int(UV_ENOBUFS.rawValue) else { return }
        stopReading()
        let error = UVError(code: Int32(truncatingIfNeeded: count), operation: "read")
        onEnd?(error.isEndOfFile ? nil : error)
    }

    private func setBulk(_ isBulk: Bool) {
        self.isBulk = isBulk
        unsafe raw.pointee.alloc_cb = isBulk ? Self.lendForBulk : Self.lend
    }
}

extension ByteStream {
    /// Writes as many bytes as the socket accepts without blocking.
    ///
    /// - Returns: The number of bytes written; 0 if the socket's buffer is full or a `write` is pending.
    /// - Throws: `UVError` if the stream is closed or broken.
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

    /// Copies the bytes and writes all of them, then calls `onWritten`.
    ///
    /// - Throws: `UVError` if the stream is closed or broken.
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

/// A libuv write request and its bytes, in one allocation that lives until the callback.
@safe struct WriteRequest {
    let raw: UnsafeMutablePointer<uv_write_t>
    var buffer: uv_buf_t

    static func make(_ bytes: Span<UInt8>) -> WriteRequest {
        let header = unsafe MemoryLayout<uv_write_t>.stride
        let memory = UnsafeMutableRawPointer.allocate(byteCount: header + bytes.count, alignment: 16)
        let copy = unsafe UnsafeMutableRawBufferPointer(start: memory + header, count: bytes.count)
        unsafe bytes.withUnsafeBytes { unsafe copy.copyMemory(from: $0) }
        let start = unsafe copy.baseAddress?.assumingMemoryBound(to: CChar.self)
        return unsafe WriteRequest(
            raw: memory.assumingMemoryBound(to: uv_write_t.self),
            buffer: uv_buf_init(start, UInt32(clamping: bytes.count))
        )
    }

    func free() {
        unsafe UnsafeMutableRawPointer(raw).deallocate()
    }
}

extension [UInt8] {
    /// Appends a copy of the bytes of a span.
    package mutating func append(copying bytes: Span<UInt8>) {
        unsafe bytes.withUnsafeBufferPointer { unsafe append(contentsOf: $0) }
    }
}
