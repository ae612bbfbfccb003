import CUV

/// A libuv write request and the bytes that it writes, in one allocation that lives until its callback.
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
