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
    private let isSecure: Bool

    /// Over HTTPS the probe accepts any certificate.
    package init(host: String, port: Int, path: String, isSecure: Bool = false) {
        self.isSecure = isSecure
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
        let channel = try ProbeChannel(request: request, isSecure: isSecure)
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

    init(request: String, isSecure: Bool) throws {
        self.request = Array(request.utf8)
        session = try isSecure ? TLSSession(TLSContext(.client)) : nil
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
