import HTTP2
import Messages

extension HTTP2Session {
    /// Receives bytes of a client.
    func take(_ bytes: [UInt8]) -> [Event] { receive(bytes.span) }

    /// All frames that the session has for the client.
    func output() -> [FrameClient.Frame] {
        var bytes: [UInt8] = []
        drain { span in
            for index in span.indices { bytes.append(span[index]) }
            return true
        }
        return FrameClient.frames(in: bytes)
    }

    func respond(_ stream: Int32, _ response: Response, hasBody: Bool = true, allowance: Int = .max) {
        respond(to: stream, response.rendered, hasBody: hasBody, allowance: allowance) { _ in
            Array("Sun, 22 Nov 2026 21:00:00 GMT".utf8)
        }
    }
}

extension [FrameClient.Frame] {
    func of(_ kind: FrameClient.Kind, stream: Int32? = nil) -> [FrameClient.Frame] {
        filter { $0.type == kind.rawValue && (stream == nil || $0.stream == stream) }
    }

    /// The error code of the last GOAWAY frame (RFC 9113 §6.8).
    var goAwayCode: UInt32? {
        of(.goAway).last.map { $0.payload[4..<8].reduce(0) { $0 << 8 | UInt32($1) } }
    }

    /// The error code of the first RST_STREAM frame for a stream (RFC 9113 §6.4).
    func resetCode(_ stream: Int32) -> UInt32? {
        of(.resetStream, stream: stream).first.map { $0.payload.reduce(0) { $0 << 8 | UInt32($1) } }
    }

    /// The credit for a stream in all WINDOW_UPDATE frames (RFC 9113 §6.9).
    func credit(_ stream: Int32) -> Int {
        of(.windowUpdate, stream: stream).map { $0.payload.reduce(0) { $0 << 8 | Int($1) } }.reduce(0, +)
    }
}
