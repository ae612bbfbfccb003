#if os(Linux)
    import NIOCore
    import NIOPosix

    @testable import HALClient

    /// A proxy on a port of its own that opens every tunnel, RFC 9110 §9.3.6.
    final class TunnelServer: Sendable {
        let port: Int
        private let channel: any Channel
        private let state: Locked<[String]>

        /// The heads of the requests for a tunnel.
        var heads: [String] { state.withLock { $0 } }

        private init(_ channel: any Channel, _ state: Locked<[String]>) {
            self.channel = channel
            self.state = state
            port = channel.localAddress?.port ?? 0
        }

        static func start() async throws -> TunnelServer {
            let state = Locked<[String]>([])
            let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                .childChannelInitializer { channel in
                    channel.eventLoop.makeCompletedFuture {
                        try channel.pipeline.syncOperations.addHandler(
                            TunnelHandler { head in
                                state.withLock { $0.append(head) }
                            }
                        )
                    }
                }
                .bind(host: "127.0.0.1", port: 0).get()
            return TunnelServer(channel, state)
        }

        func stop() async throws {
            try await channel.close().get()
        }
    }

    /// The side of the client: reads one head, then passes all bytes on.
    private final class TunnelHandler: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        typealias OutboundOut = ByteBuffer

        private let note: @Sendable (String) -> Void
        private var received = ""
        private var server: (any Channel)?

        init(_ note: @escaping @Sendable (String) -> Void) {
            self.note = note
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            if let server { return server.writeAndFlush(unwrapInboundIn(data), promise: nil) }
            received += String(buffer: unwrapInboundIn(data))
            guard received.hasSuffix("\r\n\r\n") else { return }
            note(received)
            let port = received.split(separator: " ")[1].split(separator: ":").last.flatMap { Int($0) } ?? 0
            let client = context.channel
            let handler = NIOLoopBound(self, eventLoop: context.eventLoop)
            ClientBootstrap(group: context.eventLoop)
                .channelInitializer { channel in
                    channel.eventLoop.makeCompletedFuture {
                        try channel.pipeline.syncOperations.addHandler(PassingHandler(client))
                    }
                }
                .connect(host: "127.0.0.1", port: port)
                .whenSuccess { server in
                    handler.value.server = server
                    client.writeAndFlush(ByteBuffer(string: "HTTP/1.1 200 OK\r\n\r\n"), promise: nil)
                }
        }

        func channelInactive(context: ChannelHandlerContext) {
            server?.close(promise: nil)
        }
    }

    /// The side of the server.
    private final class PassingHandler: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer

        private let client: any Channel

        init(_ client: any Channel) {
            self.client = client
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            client.writeAndFlush(unwrapInboundIn(data), promise: nil)
        }

        func channelInactive(context: ChannelHandlerContext) {
            client.close(promise: nil)
        }
    }
#endif
