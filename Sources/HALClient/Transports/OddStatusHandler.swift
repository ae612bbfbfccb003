#if os(Linux)
    import NIOCore
    import NIOHTTP1

    /// Lifts statuses below 100 out of the way of async-http-client.
    ///
    /// It takes every status below 200 for an interim one, and traps when the end of such a response comes
    /// (`HTTPRequestStateMachine`, 1.37.0): a server could end the process with `HTTP/1.1 099`.
    final class OddStatusHandler: ChannelInboundHandler {
        typealias InboundIn = HTTPClientResponsePart
        typealias InboundOut = HTTPClientResponsePart

        /// What is added to such a status; a real one has three digits.
        private static let lift: UInt = 1000

        /// The status that was sent.
        static func sent(_ status: HTTPResponseStatus) -> Int {
            Int(status.code >= lift ? status.code - lift : status.code)
        }

        /// Puts a handler right behind the decoder of a connection.
        static func add(to channel: any Channel) -> EventLoopFuture<Void> {
            channel.eventLoop.makeCompletedFuture {
                let pipeline = channel.pipeline.syncOperations
                let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPResponseDecoder>.self)
                try pipeline.addHandler(OddStatusHandler(), position: .after(decoder))
            }
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            guard case .head(var head) = unwrapInboundIn(data), head.status.code < 100 else {
                return context.fireChannelRead(data)
            }
            head.status = .custom(code: head.status.code + Self.lift, reasonPhrase: "")
            context.fireChannelRead(wrapInboundOut(.head(head)))
        }
    }
#endif
