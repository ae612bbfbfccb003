import Support
import TLS

/// A client over TLS: a session of this package on a real socket.
final class SecureClient {
    /// The reason why no more bytes arrive.
    enum Ending: Equatable {
        /// The server has ended the session (close_notify).
        case closed
        /// The socket has ended without the end of the session.
        case socket(RawClient.Ending)
        /// OpenSSL's reason.
        case failed(String)
    }

    let session: TLSSession
    private let socket: RawClient
    private var plain: [UInt8] = []
    private(set) var ending: Ending?

    /// Connects to a port of this machine; the handshake is done, or has failed, when this returns.
    init(
        port: Int,
        trusting authority: String?,
        serverName: String? = "localhost",
        identity: TLSIdentity? = nil,
        protocols: [String] = [],
        timeout: Int = 30_000
    ) async throws {
        let context = try TLSContext(.client)
        if let authority { try context.trust(Array(authority.utf8), .required) }
        if let identity { try context.use(identity) }
        if !protocols.isEmpty { try context.offer(protocols) }
        session = try TLSSession(context, serverName: serverName)
        socket = try await RawClient(port: port, timeout: timeout)
        receive([])
        try await flush()
        while !session.isEstablished, ending == nil { try await fill() }
    }

    func send(_ text: String) async throws {
        _ = session.encrypt(Array(text.utf8).span)
        try await flush()
    }

    /// Sends a GET request and returns the whole response, until the server ends the connection.
    func get(_ path: String, host: String = "localhost") async throws -> String {
        try await send("GET \(path) HTTP/1.1\r\nHost: \(host)\r\nConnection: close\r\n\r\n")
        while ending == nil { try await fill() }
        return String(decoding: plain, as: UTF8.self)
    }

    private func fill() async throws {
        let (bytes, end) = await socket.readSome()
        receive(bytes)
        // The server may have closed the socket already.
        try? await flush()
        if let end, ending == nil { ending = .socket(end) }
    }

    private func receive(_ bytes: [UInt8]) {
        let progress = session.decrypt(bytes.span) { span in
            for index in span.indices { plain.append(span[index]) }
        }
        switch progress {
        case .goesOn: break
        case .closed: ending = .closed
        case .failed(let error): ending = .failed(error.reason)
        }
    }

    private func flush() async throws {
        var bytes: [UInt8] = []
        _ = session.drain { span in
            for index in span.indices { bytes.append(span[index]) }
            return span.count
        }
        if !bytes.isEmpty { try await socket.send(bytes) }
    }
}
