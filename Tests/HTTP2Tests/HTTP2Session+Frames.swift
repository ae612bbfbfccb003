import FrameClient
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
