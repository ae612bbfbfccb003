private import CZLIB

/// The content coding gzip (RFC 9110 §8.4.1.3) for whole bodies, by zlib.
package enum Gzip {
    /// The reason why bytes cannot be decompressed.
    package enum Failure: Error, Hashable {
        /// They are not valid gzip, or incomplete.
        case malformed
        /// The result would be longer than the limit.
        case tooLarge
    }

    private static let step = 64 << 10
    private static let magic: [UInt8] = [0x1F, 0x8B]

    /// Compresses the bytes; nil if zlib fails.
    package static func compressed(_ bytes: [UInt8]) -> [UInt8]? {
        var stream = unsafe z_stream()
        guard bytes.count <= Int(UInt32.max), unsafe hypermock_deflate_init(&stream) == Z_OK else { return nil }
        defer { unsafe deflateEnd(&stream) }
        return unsafe try? run(&stream, bytes, limit: .max) { unsafe deflate($0, Z_FINISH) }
    }

    /// Decompresses all members (RFC 1952 §2.2); bytes after the last one are ignored.
    ///
    /// - Throws: `Failure` if the bytes are malformed or the result is longer than `limit`.
    package static func expanded(_ bytes: [UInt8], limit: Int) throws(Failure) -> [UInt8] {
        var stream = unsafe z_stream()
        guard bytes.count <= Int(UInt32.max), unsafe hypermock_inflate_init(&stream) == Z_OK else { throw .malformed }
        defer { unsafe inflateEnd(&stream) }
        return unsafe try run(&stream, bytes, limit: limit) { unsafe inflate($0, Z_NO_FLUSH) }
    }

    /// Decompresses the coding deflate (RFC 9110 §8.4.1.2), also without zlib's head and tail, which some servers omit.
    ///
    /// - Throws: `Failure` if the bytes are malformed or the result is longer than `limit`.
    package static func inflated(_ bytes: [UInt8], limit: Int) throws(Failure) -> [UInt8] {
        do throws(Failure) {
            return try inflated(bytes, limit: limit, isRaw: false)
        } catch {
            guard error == .malformed else { throw error }
            return try inflated(bytes, limit: limit, isRaw: true)
        }
    }

    private static func inflated(_ bytes: [UInt8], limit: Int, isRaw: Bool) throws(Failure) -> [UInt8] {
        var stream = unsafe z_stream()
        let status =
            unsafe isRaw ? hypermock_inflate_raw_init(&stream) : hypermock_inflate_zlib_init(&stream)
        guard bytes.count <= Int(UInt32.max), status == Z_OK else { throw .malformed }
        defer { unsafe inflateEnd(&stream) }
        return unsafe try run(&stream, bytes, limit: limit) { unsafe inflate($0, Z_NO_FLUSH) }
    }

    /// Feeds all bytes to a stream and collects its output.
    private static func run(
        _ stream: inout z_stream,
        _ bytes: [UInt8],
        limit: Int,
        _ turn: (UnsafeMutablePointer<z_stream>) -> Int32
    ) throws(Failure) -> [UInt8] {
        var result: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: min(step, max(256, bytes.count)))
        var failure: Failure?
        var input = bytes
        unsafe input.withUnsafeMutableBufferPointer { input in
            unsafe stream.next_in = input.baseAddress
            unsafe stream.avail_in = UInt32(input.count)
            var isDone = false
            while !isDone, failure == nil {
                let (status, count) = unsafe buffer.withUnsafeMutableBufferPointer { output in
                    unsafe stream.next_out = output.baseAddress
                    unsafe stream.avail_out = UInt32(output.count)
                    let status = unsafe turn(&stream)
                    return (status, output.count - Int(unsafe stream.avail_out))
                }
                guard result.count + count <= limit else {
                    failure = .tooLarge
                    return
                }
                result += buffer[..<count]
                switch status {
                case Z_STREAM_END:
                    let next = unsafe input.suffix(Int(stream.avail_in)).prefix(magic.count)
                    isDone = unsafe !next.elementsEqual(magic)
                    if !isDone { unsafe inflateReset(&stream) }
                case Z_OK where count > 0: break
                case _: failure = .malformed
                }
            }
        }
        if let failure { throw failure }
        return result
    }
}
