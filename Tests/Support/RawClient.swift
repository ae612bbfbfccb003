#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A blocking TCP client that sends exactly the bytes it is given and sees exactly what comes back.
///
///     let client = try RawClient(port: server.port)
///     try client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
///     let response = try client.readResponse()
///
/// Each read waits `timeout` milliseconds at most. The socket is closed when the client is let go.
package final class RawClient {
    /// How reading came to its end.
    package enum Ending: Sendable, Hashable {
        /// The server closed in the ordinary way (FIN).
        case closed
        /// The server broke the connection (RST).
        case reset
        /// Nothing more came in time, and the connection is still open.
        case timedOut
    }

    /// What could not be done, in words.
    package struct Failure: Error, CustomStringConvertible {
        package let description: String
    }

    private let descriptor: Int32
    private var unread: [UInt8] = []
    private var ending: Ending?

    /// Connects to a port of this machine.
    package init(port: Int, timeout: Int = 5000) throws {
        signal(SIGPIPE, SIG_IGN)
        #if canImport(Glibc)
            descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #else
            descriptor = socket(AF_INET, SOCK_STREAM, 0)
        #endif
        var limit = timeval(tv_sec: timeout / 1000, tv_usec: .init(timeout % 1000 * 1000))
        unsafe setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        unsafe setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        var on: Int32 = 1
        unsafe setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(truncatingIfNeeded: port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let status = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard status == 0 else {
            throw Failure(description: "connect to port \(port): \(unsafe String(cString: strerror(errno)))")
        }
    }

    deinit {
        _ = close(descriptor)
    }

    package func send(_ text: String) throws {
        try send([UInt8](text.utf8))
    }

    package func send(_ bytes: [UInt8]) throws {
        var sent = 0
        while sent < bytes.count {
            let count = unsafe bytes.withUnsafeBytes { buffer in
                unsafe write(descriptor, buffer.baseAddress?.advanced(by: sent), buffer.count - sent)
            }
            guard count > 0 else { throw Failure(description: "send: \(unsafe String(cString: strerror(errno)))") }
            sent += count
        }
    }

    /// Shuts the sending side; answers can still be read.
    package func finishSending() {
        #if canImport(Glibc)
            shutdown(descriptor, Int32(SHUT_WR))
        #else
            shutdown(descriptor, SHUT_WR)
        #endif
    }

    /// Everything until the connection ends or nothing comes any more.
    package func readToEnd() -> (bytes: [UInt8], ending: Ending) {
        while ending == nil { fill() }
        defer { unread = [] }
        return (unread, ending ?? .closed)
    }

    /// The next response; what follows stays for the next read.
    ///
    /// - Parameter toHEAD: the response has no body, whatever its fields say.
    /// - Returns: the response, taken apart.
    /// - Throws: `Failure` when the connection ends, or time passes, before it is complete.
    package func readResponse(toHEAD: Bool = false) throws -> RawResponse {
        while true {
            if let (response, length) = RawResponse.parse(unread, toHEAD: toHEAD, isEnd: ending == .closed) {
                unread.removeFirst(length)
                return response
            }
            guard ending == nil else {
                let text = String(decoding: unread, as: UTF8.self)
                throw Failure(description: "no complete response (\(ending ?? .closed)): \(text)")
            }
            fill()
        }
    }

    /// So many responses.
    package func readResponses(_ count: Int) throws -> [RawResponse] {
        try (0..<count).map { _ in try readResponse() }
    }

    /// Exactly so many bytes, or fewer if the connection ends or nothing comes any more.
    package func read(_ count: Int) -> [UInt8] {
        while unread.count < count, ending == nil { fill() }
        defer { unread.removeFirst(min(count, unread.count)) }
        return [UInt8](unread.prefix(count))
    }

    private func fill() {
        var buffer = [UInt8](repeating: 0, count: 64 * 1024)
        let count = unsafe buffer.withUnsafeMutableBytes { unsafe recv(descriptor, $0.baseAddress, $0.count, 0) }
        if count > 0 {
            unread += buffer.prefix(count)
        } else if count == 0 {
            ending = .closed
        } else if errno != EINTR {
            ending = errno == ECONNRESET ? .reset : .timedOut
        }
    }
}
