#if os(Linux)
    import HALClient
    import NIOCore
    import NIOHPACK
    import NIOHTTP2
    import NIOPosix
    import NIOSSL

    @testable import HALClient

    /// An HTTP/2 server on a port of its own that answers each request with given frames, right or wrong.
    final class FrameServer: Sendable {
        /// A complete request.
        struct Received: Sendable {
            /// The number of its connection, from 1.
            var connection: Int
            /// The identifier of its stream: 1, 3, 5 and so on.
            var stream: Int
            var fields: HPACKHeaders
            var body: [UInt8] = []

            var line: String { "\(self[":method"]) \(self[":path"])" }

            subscript(name: String) -> String { fields.first(name: name) ?? "" }
        }

        /// An action in answer to a request.
        enum Step: Sendable {
            case head([(String, String)], ends: Bool = false)
            case data(String, ends: Bool = true)
            case reset(HTTP2ErrorCode)
            case goAway(last: Int, HTTP2ErrorCode = .noError)
            /// A frame that NIOHTTP2 would not send (RFC 9113 §4.1); without a stream it is on that of the request.
            case raw(type: UInt8, flags: UInt8, stream: Int? = nil, String)
            /// Ends the connection.
            case close

            /// A head that NIOHTTP2 would not send; literals of HPACK without Huffman coding, RFC 7541 §6.2.2.
            static func fields(_ fields: [(String, String)], ends: Bool = true) -> Step {
                func text(_ part: String) -> String { "\(Character(Unicode.Scalar(UInt8(part.utf8.count))))\(part)" }
                let block = fields.map { "\0" + text($0) + text($1) }.joined()
                return .raw(type: 1, flags: ends ? 5 : 4, block)
            }
        }

        typealias Script = @Sendable (Received) -> [Step]

        let port: Int
        private let channel: any Channel
        private let state: Locked<State>

        struct State {
            var connections = 0
            var requests: [Received] = []
        }

        var url: String { "https://localhost:\(port)/" }
        var requests: [Received] { state.withLock(\.requests) }

        private init(_ channel: any Channel, _ state: Locked<State>) {
            self.channel = channel
            self.state = state
            port = channel.localAddress?.port ?? 0
        }

        /// Runs a body against a server, which is gone afterward, with a client of its own.
        static func with(
            _ script: @escaping Script,
            run body: (FrameServer, HypermediaClient) async throws -> Void
        ) async throws {
            let server = try await start(script)
            let trust = try CertificateTrust.authorities(pem: TestIdentity.pem(TestCertificates.authority))
            let transport = AsyncHTTPClientTransport(configuration: TransportConfiguration(trust: trust))
            do {
                try await body(server, HypermediaClient(transport: transport))
                try await server.channel.close().get()
            } catch {
                try await server.channel.close().get()
                throw error
            }
        }

        private static func start(_ script: @escaping Script) async throws -> FrameServer {
            let state = Locked(State())
            let tls = try TestIdentity.server([TestCertificates.valid], applicationProtocols: ["h2"])
            let context = try NIOSSLContext(configuration: tls)
            let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                .childChannelInitializer { channel in
                    channel.eventLoop.makeCompletedFuture {
                        let number = state.withLock { state in
                            state.connections += 1
                            return state.connections
                        }
                        let pipeline = channel.pipeline.syncOperations
                        try pipeline.addHandler(NIOSSLServerHandler(context: context))
                        try pipeline.addHandler(NIOHTTP2Handler(mode: .server))
                        let handler = FrameHandler(number) { request in
                            state.withLock { $0.requests.append(request) }
                            return script(request)
                        }
                        try pipeline.addHandler(handler)
                    }
                }
                .bind(host: "127.0.0.1", port: 0).get()
            return FrameServer(channel, state)
        }
    }

    private final class FrameHandler: ChannelInboundHandler {
        typealias InboundIn = HTTP2Frame
        typealias OutboundOut = HTTP2Frame

        private let number: Int
        private let script: FrameServer.Script
        private var requests: [HTTP2StreamID: FrameServer.Received] = [:]

        init(_ number: Int, _ script: @escaping FrameServer.Script) {
            self.number = number
            self.script = script
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            let frame = unwrapInboundIn(data)
            switch frame.payload {
            case .headers(let headers):
                requests[frame.streamID] = .init(
                    connection: number,
                    stream: Int(frame.streamID),
                    fields: headers.headers
                )
                // The path tells the server to answer before the body is complete.
                let isEarly = headers.headers.first(name: ":path") == "/early"
                if headers.endStream || isEarly { answer(frame.streamID, context) }
            case .data(let part):
                guard case .byteBuffer(let bytes) = part.data else { return }
                requests[frame.streamID]?.body += Array(bytes.readableBytesView)
                for stream in [frame.streamID, .rootStream] where bytes.readableBytes > 0 && !part.endStream {
                    send(stream, .windowUpdate(windowSizeIncrement: bytes.readableBytes), context)
                }
                if part.endStream { answer(frame.streamID, context) }
            default: break
            }
        }

        func errorCaught(context: ChannelHandlerContext, error: any Error) {
            // The client ends connections in its own way.
        }

        private func answer(_ stream: HTTP2StreamID, _ context: ChannelHandlerContext) {
            guard let request = requests.removeValue(forKey: stream) else { return }
            for step in script(request) {
                switch step {
                case .head(let fields, let ends):
                    send(stream, .headers(.init(headers: HPACKHeaders(fields), endStream: ends)), context)
                case .data(let text, let ends):
                    let bytes = ByteBuffer(string: text)
                    send(stream, .data(.init(data: .byteBuffer(bytes), endStream: ends)), context)
                case .reset(let code): send(stream, .rstStream(code), context)
                case .goAway(let last, let code):
                    let last = HTTP2StreamID(last)
                    send(.rootStream, .goAway(lastStreamID: last, errorCode: code, opaqueData: nil), context)
                case .raw(let type, let flags, let other, let text):
                    sendRaw(type, flags, UInt32(other ?? Int(stream)), text, context)
                case .close: context.close(promise: nil)
                }
            }
        }

        private func sendRaw(
            _ type: UInt8,
            _ flags: UInt8,
            _ stream: UInt32,
            _ text: String,
            _ context: ChannelHandlerContext
        ) {
            // The length has 24 bits, RFC 9113 §4.1.
            var bytes = ByteBuffer(integer: UInt32(text.utf8.count) << 8 | UInt32(type))
            bytes.writeMultipleIntegers(flags, stream)
            bytes.writeString(text)
            let codec = try? context.pipeline.syncOperations.context(handlerType: NIOHTTP2Handler.self)
            codec?.writeAndFlush(NIOAny(bytes), promise: nil)
        }

        private func send(_ stream: HTTP2StreamID, _ payload: HTTP2Frame.FramePayload, _ context: ChannelHandlerContext)
        {
            context.writeAndFlush(wrapOutboundOut(HTTP2Frame(streamID: stream, payload: payload)), promise: nil)
        }
    }
#endif
