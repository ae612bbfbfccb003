import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A TCP client that sends exactly the bytes it is given and sees exactly what comes back.
///
///     let client = try await RawClient(port: server.port)
///     try await client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
///     let response = try await client.readResponse()
///
/// It waits without a thread of Swift's pool, so that any number of tests can wait at once. Each wait takes `timeout`
/// milliseconds at most. The socket is closed when the client is let go.
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

    private let socket: RawSocket
    private var unread: [UInt8] = []
    private var ending: Ending?

    /// Connects to a port of this machine.
    package init(port: Int, timeout: Int = 30_000) async throws {
        socket = RawSocket(timeout: timeout)
        var code = socket.startConnecting(to: port)
        if code == EINPROGRESS { code = await socket.isReady(for: .writing) ? socket.pendingError : ETIMEDOUT }
        if code == ECONNRESET { ending = .reset }
        guard code == 0 || ending != nil else { throw Self.failure("connect to port \(port)", code) }
    }

    package func send(_ text: String) async throws {
        try await send([UInt8](text.utf8))
    }

    package func send(_ bytes: [UInt8]) async throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            switch socket.write(rest) {
            case .success(let count): rest = rest.dropFirst(count)
            case .failure(let error) where error.code == .EAGAIN:
                guard await socket.isReady(for: .writing) else { throw Self.failure("send", ETIMEDOUT) }
            case .failure(let error): throw Self.failure("send", error.code.rawValue)
            }
        }
    }

    /// Shuts the sending side; answers can still be read.
    package func finishSending() {
        socket.shutDown()
    }

    /// Waits without reading until the server has broken the connection; returns false if it has not in time.
    package func isBroken() async -> Bool {
        await socket.isReady(for: .end)
    }

    /// Everything until the connection ends or nothing comes any more.
    package func readToEnd() async -> (bytes: [UInt8], ending: Ending) {
        while ending == nil { await fill() }
        defer { unread = [] }
        return (unread, ending ?? .closed)
    }

    /// The bytes that have arrived, or that arrive next, and the end if it has come.
    package func readSome() async -> (bytes: [UInt8], ending: Ending?) {
        if unread.isEmpty, ending == nil { await fill() }
        defer { unread = [] }
        return (unread, ending)
    }

    /// The next response; what follows stays for the next read.
    ///
    /// - Parameter toHEAD: the response has no body, whatever its fields say.
    /// - Returns: the response, taken apart.
    /// - Throws: `Failure` when the connection ends, or time passes, before it is complete.
    package func readResponse(toHEAD: Bool = false) async throws -> RawResponse {
        while true {
            if let (response, length) = RawResponse.parse(unread, toHEAD: toHEAD, isEnd: ending == .closed) {
                unread.removeFirst(length)
                return response
            }
            guard ending == nil else {
                let text = String(decoding: unread, as: UTF8.self)
                throw Failure(description: "no complete response (\(ending ?? .closed)): \(text)")
            }
            await fill()
        }
    }

    /// So many responses.
    package func readResponses(_ count: Int) async throws -> [RawResponse] {
        var responses: [RawResponse] = []
        while responses.count < count { responses.append(try await readResponse()) }
        return responses
    }

    /// Exactly so many bytes, or fewer if the connection ends or nothing comes any more.
    package func read(_ count: Int) async -> [UInt8] {
        while unread.count < count, ending == nil { await fill() }
        defer { unread.removeFirst(min(count, unread.count)) }
        return [UInt8](unread.prefix(count))
    }

    private func fill() async {
        switch socket.read() {
        case .success(let bytes):
            unread += bytes
            if bytes.isEmpty { ending = .closed }
        case .failure(let error) where error.code == .EAGAIN:
            if await !socket.isReady(for: .reading) { ending = .timedOut }
        case .failure: ending = .reset
        }
    }

    private static func failure(_ what: String, _ code: Int32) -> Failure {
        Failure(description: "\(what): \(unsafe String(cString: strerror(code)))")
    }
}
