import TLS
import UV

/// Checks the health of a running server with one request.
package struct HealthProbe {
    /// The reason why a server is not healthy.
    package struct Failure: Error, CustomStringConvertible {
        package let description: String
    }

    private static let timeoutMilliseconds = 3000

    private let host: String
    private let port: Int
    private let path: String
    private let security: Security?

    /// The trust of a probe over HTTPS.
    package enum Security {
        /// Accepts only certificates of these authorities for the host; nil: any certificate.
        case tls(authoritiesPEM: [UInt8]?)
    }

    /// Creates a probe; without `security` over plain HTTP.
    package init(host: String, port: Int, path: String, security: Security? = nil) {
        self.security = security
        self.host = host
        self.port = port
        self.path = path
    }

    /// Returns if the server responds with status 200.
    ///
    /// - Throws: `UVError` if the server cannot be reached, `Failure` for any other response or after 3 s without one.
    package func run() throws {
        let loop = try Loop()
        var outcome: Result<Void, any Error> = .failure(Failure(description: "no response"))
        let end = { (result: Result<Void, any Error>) in
            outcome = result
            loop.closeAllHandles()
        }
        try LoopTimer(on: loop) { end(.failure(Failure(description: "no response within 3 s"))) }
            .start(afterMilliseconds: Self.timeoutMilliseconds)
        do {
            try connect(on: loop, end)
        } catch {
            end(.failure(error))
        }
        loop.run()
        try loop.close()
        try outcome.get()
    }

    private func connect(on loop: Loop, _ end: @escaping (Result<Void, any Error>) -> Void) throws {
        let request = "GET \(path) HTTP/1.1\r\nHost: \(host):\(port)\r\nConnection: close\r\n\r\n"
        let channel = ProbeChannel(request: request, session: try security.map(session))
        _ = try TCPStream.connect(on: loop, host: host, port: port) { stream, error in
            if let error { return end(.failure(error)) }
            stream.onBytes = { bytes in
                do { try channel.receive(bytes, stream) } catch { end(.failure(error)) }
            }
            stream.onEnd = { _ in end(Self.judge(channel.response)) }
            do {
                try stream.startReading()
                try channel.start(stream)
            } catch {
                end(.failure(error))
            }
        }
    }

    private func session(_ security: Security) throws(TLSError) -> TLSSession {
        let context = try TLSContext(.client)
        guard case .tls(let authorities?) = security else { return try TLSSession(context) }
        try context.trust(authorities, .required)
        return try TLSSession(context, serverName: host)
    }

    private static func judge(_ answer: [UInt8]) -> Result<Void, any Error> {
        let line = String(decoding: answer.prefix { $0 != 13 }, as: UTF8.self)
        guard line.hasPrefix("HTTP/1.1 200") else {
            return .failure(Failure(description: line.isEmpty ? "no response" : "the response is \(line)"))
        }
        return .success(())
    }
}

/// The bytes of a probe: in the clear, or under TLS.
private final class ProbeChannel {
    private let request: [UInt8]
    private let session: TLSSession?
    private var isSent = false
    /// The beginning of the response.
    private(set) var response: [UInt8] = []

    init(request: String, session: TLSSession?) {
        self.request = Array(request.utf8)
        self.session = session
    }

    func start(_ stream: TCPStream) throws {
        let request = request
        guard let session else { return try stream.write(request.span) }
        let nothing: [UInt8] = []
        try pump(nothing.span, session, stream)
    }

    func receive(_ bytes: Span<UInt8>, _ stream: TCPStream) throws {
        guard let session else { return keep(bytes) }
        try pump(bytes, session, stream)
    }

    private func pump(_ bytes: Span<UInt8>, _ session: TLSSession, _ stream: TCPStream) throws {
        if case .failed(let error) = session.decrypt(bytes, { keep($0) }) { throw error }
        if session.isEstablished, !isSent {
            isSent = true
            let request = request
            _ = session.encrypt(request.span)
        }
        _ = try session.drain { (output: Span<UInt8>) throws(UVError) in
            try stream.write(output)
            return output.count
        }
    }

    private func keep(_ bytes: Span<UInt8>) {
        for index in bytes.indices where response.count < 64 { response.append(bytes[index]) }
    }
}
