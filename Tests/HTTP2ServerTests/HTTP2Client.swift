import FrameClient
import Support

/// A client that sends frames written by hand over a socket, and collects what comes back by stream.
final class HTTP2Client {
    struct Response {
        var fields: [String] = []
        var body: [UInt8] = []
        var trailers: [String] = []
        /// The code of RST_STREAM.
        var reset: UInt32?
        var isComplete = false

        var status: String? { fields.first.map { String($0.dropFirst(":status: ".count)) } }
        var text: String { String(decoding: body, as: UTF8.self) }
    }

    private let socket: RawClient
    private let frames = FrameClient()
    private var responses: [Int32: Response] = [:]
    /// Whether sending has failed, so that the socket has reported the reset already.
    private var isBroken = false
    private(set) var ending: RawClient.Ending?
    /// Whether the server has sent its settings.
    private(set) var isGreeted = false
    /// The last stream and the code of the last GOAWAY.
    private(set) var goAway: (last: UInt32, code: UInt32)?
    /// Bytes at the end of the connection that are not a frame of a known type.
    private(set) var invalid: [FrameClient.Frame] = []

    init(port: Int, timeout: Int, settings: [UInt8]) async throws {
        socket = try await RawClient(port: port, timeout: timeout)
        let preface = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)
        try await socket.send(preface + FrameClient.frame(.settings, 0, 0, settings))
    }

    func send(_ bytes: [UInt8]) async throws {
        try await socket.send(bytes)
    }

    func request(
        _ stream: Int32,
        _ method: String = "GET",
        _ path: String = "/",
        _ fields: [(String, String)] = [],
        body: [UInt8]? = nil
    ) async throws {
        let head = FrameClient.request(stream, method, path, fields, ends: body == nil)
        try await send(head + (body.map { FrameClient.frame(.data, 1, stream, $0) } ?? []))
    }

    func finishSending() {
        socket.finishSending()
    }

    /// The response on a stream when it is complete or reset, or the connection has ended.
    func response(_ stream: Int32) async throws -> Response {
        while ending == nil {
            if let response = responses[stream], response.isComplete || response.reset != nil { return response }
            try await readFrame()
        }
        return responses[stream] ?? Response()
    }

    /// The response as far as it has arrived when `condition` is met, or the connection has ended.
    func response(_ stream: Int32, when condition: (Response) -> Bool) async throws -> Response {
        while ending == nil, !condition(responses[stream] ?? Response()) { try await readFrame() }
        return responses[stream] ?? Response()
    }

    /// Reads until the connection ends, or nothing comes in time.
    func readToEnd() async throws -> RawClient.Ending {
        while ending == nil { try await readFrame() }
        return ending ?? .closed
    }

    private func readFrame() async throws {
        let head = await socket.read(9)
        guard head.count == 9 else {
            let ending = await socket.readToEnd().ending
            self.ending = isBroken && ending == .closed ? .reset : ending
            return
        }
        let count = Int(head[0]) << 16 | Int(head[1]) << 8 | Int(head[2])
        let payload = await socket.read(count)
        guard payload.count == count, let frame = FrameClient.frames(in: head + payload).first else { return }
        try await take(frame)
    }

    private func take(_ frame: FrameClient.Frame) async throws {
        let number = { (range: Range<Int>) in frame.payload[range].reduce(0) { $0 << 8 | UInt32($1) } }
        switch FrameClient.Kind(rawValue: frame.type) {
        case .headers: takeFields(frame)
        case .data where frame.stream == 0 || frame.flags & 8 != 0: invalid.append(frame)
        case .data:
            responses[frame.stream, default: Response()].body += frame.payload
            if !frame.payload.isEmpty {
                // The credit goes back at once.
                let credit = FrameClient.number(UInt32(frame.payload.count))
                let frames = [0, frame.stream].flatMap { FrameClient.frame(.windowUpdate, 0, $0, credit) }
                do { try await send(frames) } catch { isBroken = true }
            }
        case .resetStream: responses[frame.stream, default: Response()].reset = number(0..<4)
        case .goAway: goAway = (number(0..<4), number(4..<8))
        case .settings: isGreeted = true
        case .windowUpdate, .ping: return
        case .priority, .pushPromise, .continuation, nil: invalid.append(frame)
        }
        if frame.stream > 0, frame.flags & 1 == 1 { responses[frame.stream]?.isComplete = true }
    }

    private func takeFields(_ frame: FrameClient.Frame) {
        let fields = frames.fields(of: frame)
        if responses[frame.stream]?.fields.isEmpty ?? true {
            responses[frame.stream, default: Response()].fields = fields
        } else {
            responses[frame.stream]?.trailers = fields
        }
    }
}
