import CUV

/// What a program is given to read.
package enum StandardInput {
    private static let descriptor: Int32 = 0
    private static let pieceSize = 64 << 10

    /// Everything up to the end, or one byte more than `limit`: what is longer is of no use.
    ///
    /// Blocks until its writer is done.
    /// - Throws: ``UVError`` when it cannot be read.
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
