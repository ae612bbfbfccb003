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

    package init(host: String, port: Int, path: String) {
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
        var answer: [UInt8] = []
        _ = try TCPStream.connect(on: loop, host: host, port: port) { stream, error in
            if let error { return end(.failure(error)) }
            stream.onBytes = { bytes in
                for index in bytes.indices where answer.count < 64 { answer.append(bytes[index]) }
            }
            stream.onEnd = { _ in end(Self.judge(answer)) }
            do {
                try stream.startReading()
                try stream.write(Array(request.utf8).span)
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
