private import CHiredis

/// Reads replies of the store: bytes in, replies out.
@safe package final class RESPReader {
    /// The bytes of a reply that the reader accepts.
    private static let largestReply = 256 << 20
    /// The deepest reply of the commands that are sent has three levels.
    private static let deepest = 8

    private let raw: UnsafeMutableRawPointer
    /// The bytes since the last complete reply.
    private var waiting = 0

    /// Loads hiredis if it is not loaded yet.
    ///
    /// - Throws: A ``StoreError`` that says what to install.
    package init() throws(StoreError) {
        let reason = unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer -> String? in
            unsafe buffer.initialize(repeating: 0)
            guard let start = buffer.baseAddress, unsafe hypermock_resp_load(start, buffer.count) != 1 else {
                return nil
            }
            return unsafe String(cString: start)
        }
        if let reason { throw StoreError(.library, "\(reason); to install it: apt-get install libhiredis0.14") }
        guard let raw = unsafe hypermock_resp_reader() else { throw StoreError(.library, "hiredis has no memory left") }
        unsafe self.raw = raw
    }

    deinit {
        unsafe hypermock_resp_free_reader(raw)
    }

    /// Takes received bytes, and passes each complete reply to `body`.
    ///
    /// - Throws: A ``StoreError`` if the bytes are not RESP; the reader is then useless.
    package func feed(_ bytes: Span<UInt8>, _ body: (StoreReply) -> Void) throws(StoreError) {
        waiting += bytes.count
        guard waiting <= Self.largestReply else {
            throw StoreError(.protocolViolation, "a reply has more than \(Self.largestReply >> 20) MiB")
        }
        let isTaken = unsafe bytes.withUnsafeBytes { buffer in
            guard let start = buffer.baseAddress else { return true }
            return unsafe hypermock_resp_feed(raw, start.assumingMemoryBound(to: CChar.self), buffer.count) == 1
        }
        guard isTaken else { throw .notRESP }
        while true {
            var reply: UnsafeMutableRawPointer?
            let status = unsafe hypermock_resp_next(raw, &reply)
            guard status >= 0 else { throw .notRESP }
            guard status > 0, let reply = unsafe reply else { return }
            let value = unsafe Self.value(of: reply, depth: 0)
            unsafe hypermock_resp_free(reply)
            waiting = 0
            body(value)
        }
    }

    private static func value(of reply: UnsafeRawPointer, depth: Int) -> StoreReply {
        switch unsafe hypermock_resp_kind(reply) {
        case hypermock_resp_integer: return .integer(Int(unsafe hypermock_resp_integer_of(reply)))
        case hypermock_resp_bytes: return .bytes(unsafe bytes(of: reply))
        case hypermock_resp_status: return .status(unsafe text(of: reply))
        case hypermock_resp_error: return .error(unsafe text(of: reply))
        case hypermock_resp_array where depth < deepest:
            let count = unsafe hypermock_resp_count(reply)
            return .array(
                (0..<count).map { index in
                    guard let element = unsafe hypermock_resp_element(reply, index) else { return .none }
                    return unsafe value(of: element, depth: depth + 1)
                }
            )
        case _: return .none
        }
    }

    private static func text(of reply: UnsafeRawPointer) -> String {
        String(decoding: unsafe bytes(of: reply), as: UTF8.self)
    }

    private static func bytes(of reply: UnsafeRawPointer) -> [UInt8] {
        var count = 0
        guard let start = unsafe hypermock_resp_bytes_of(reply, &count) else { return [] }
        return unsafe Array(UnsafeRawBufferPointer(start: start, count: count))
    }
}

extension StoreError {
    fileprivate static let notRESP = StoreError(
        .protocolViolation,
        "the server does not speak RESP, the protocol of Valkey and Redis"
    )
}
