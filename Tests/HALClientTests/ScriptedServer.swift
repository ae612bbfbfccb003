import NIOCore
import NIOPosix
import NIOSSL

@testable import HALClient

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A server on a port of its own that sends given bytes, right or wrong, in answer to each request.
final class ScriptedServer: Sendable {
    /// The action after the bytes of a response.
    enum Ending: Sendable {
        case keep
        case close
        case reset
    }

    /// The condition that the server waits for.
    enum Beginning: Sendable {
        case request
        case anyBytes
    }

    /// The answer to one request.
    struct Answer: Sendable, ExpressibleByStringLiteral {
        var bytes: [UInt8]
        var ending: Ending = .keep
        var beginning = Beginning.request
        /// Whether a connection that has had a request before is closed instead.
        var isForNewConnections = false

        init(_ text: String, _ ending: Ending = .keep, after beginning: Beginning = .request) {
            bytes = Array(text.utf8)
            self.ending = ending
            self.beginning = beginning
        }

        init(stringLiteral text: String) {
            self.init(text)
        }
    }

    let port: Int
    private let channel: any Channel
    private let script: Script

    var url: String { "http://127.0.0.1:\(port)" }
    var requests: [String] { script.requests }

    /// Waits until a request has come.
    func firstRequest() async {
        for await _ in script.firstRequest {}
    }

    private init(_ channel: any Channel, _ port: Int, _ script: Script) {
        self.channel = channel
        self.port = port
        self.script = script
    }

    /// Answers the requests in order; the last answer is given again and again.
    static func start(_ answers: [Answer], tls: TLSConfiguration? = nil) async throws -> ScriptedServer {
        let script = Script(answers)
        let context = try tls.map { try NIOSSLContext(configuration: $0) }
        let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelOption(ChannelOptions.autoRead, value: true)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    if let context {
                        try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: context))
                    }
                    try channel.pipeline.syncOperations.addHandler(ScriptedHandler(script))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        return ScriptedServer(channel, channel.localAddress?.port ?? 0, script)
    }

    /// Runs a body against a server, which is gone afterward.
    static func with<Result>(
        _ answers: Answer...,
        run body: (ScriptedServer) async throws -> Result
    ) async throws -> Result {
        let server = try await start(answers)
        do {
            let result = try await body(server)
            try await server.stop()
            return result
        } catch {
            try await server.stop()
            throw error
        }
    }

    func stop() async throws {
        try await channel.close().get()
    }
}

/// The answers still to give, and the requests that came.
private final class Script: Sendable {
    private struct State {
        let answers: [ScriptedServer.Answer]
        var next = 0
        var requests: [String] = []
    }

    private let state: Locked<State>
    /// Ends when the first request has come.
    let firstRequest: AsyncStream<Never>
    private let firstRequestCame: AsyncStream<Never>.Continuation

    init(_ answers: [ScriptedServer.Answer]) {
        state = Locked(State(answers: answers))
        (firstRequest, firstRequestCame) = AsyncStream.makeStream()
    }

    var requests: [String] { state.withLock(\.requests) }
    var waitsForAnyBytes: Bool {
        state.withLock { $0.answers[min($0.next, $0.answers.count - 1)].beginning == .anyBytes }
    }

    func answer(_ request: String) -> ScriptedServer.Answer {
        defer { firstRequestCame.finish() }
        return state.withLock { state in
            state.requests.append(request)
            defer { state.next += 1 }
            return state.answers[min(state.next, state.answers.count - 1)]
        }
    }
}

private final class ScriptedHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let script: Script
    private var received = ""
    private var hasAnswered = false

    init(_ script: Script) {
        self.script = script
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        received += String(buffer: unwrapInboundIn(data))
        while let request = takeRequest() {
            let answer = script.answer(request)
            let channel = context.channel
            if answer.isForNewConnections, hasAnswered { return channel.close(promise: nil) }
            hasAnswered = true
            channel.writeAndFlush(ByteBuffer(bytes: answer.bytes)).whenComplete { _ in
                switch answer.ending {
                case .keep: break
                case .close: channel.close(promise: nil)
                case .reset:
                    let reset = linger(l_onoff: 1, l_linger: 0)
                    let options = channel as? any SocketOptionProvider
                    options?.setSoLinger(reset).whenComplete { _ in channel.close(promise: nil) }
                }
            }
        }
    }

    /// Head and body of the next request, once they are complete.
    private func takeRequest() -> String? {
        if script.waitsForAnyBytes, !received.isEmpty {
            defer { received = "" }
            return received
        }
        guard let end = received.firstRange(of: "\r\n\r\n") else { return nil }
        let length =
            received[..<end.lowerBound].lowercased().split(separator: "\r\n")
            .first { $0.hasPrefix("content-length:") }
            .flatMap { Int($0.dropFirst(15).drop { $0 == " " }) } ?? 0
        guard received[end.upperBound...].utf8.count >= length else { return nil }
        let bodyEnd = received.utf8.index(end.upperBound, offsetBy: length)
        defer { received = String(received[bodyEnd...]) }
        return String(received[..<bodyEnd])
    }
}
