#if os(Linux)
    import NIOCore
    import NIOHTTP1

    /// Lifts statuses below 100 out of the way of async-http-client.
    ///
    /// It takes every status below 200 for an interim one, and traps when the end of such a response comes
    /// (`HTTPRequestStateMachine`, 1.37.0): a server could end the process with `HTTP/1.1 099`.
    final class OddStatusHandler: ChannelDuplexHandler {
        typealias InboundIn = HTTPClientResponsePart
        typealias InboundOut = HTTPClientResponsePart
        typealias OutboundIn = HTTPClientRequestPart
        typealias OutboundOut = HTTPClientRequestPart

        /// What is added to such a status; a real one has three digits.
        private static let lift: UInt = 1000

        /// The status that was sent.
        static func sent(_ status: HTTPResponseStatus) -> Int {
            Int(status.code >= lift ? status.code - lift : status.code)
        }

        /// Puts a handler right behind the decoder of a connection, and a ``ConnectionWatch`` in front of it.
        static func add(to channel: any Channel, idleTimeout: TimeAmount?) -> EventLoopFuture<Void> {
            channel.eventLoop.makeCompletedFuture {
                let pipeline = channel.pipeline.syncOperations
                let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPResponseDecoder>.self)
                try pipeline.addHandler(OddStatusHandler(), position: .after(decoder))
                try ConnectionWatch.add(to: channel, before: decoder, idleTimeout: idleTimeout)
            }
        }

        /// Whether the head of a final response is still to come: looking at a part costs as much as passing it on.
        private var awaitsHead = true

        func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
            awaitsHead = true
            context.write(data, promise: promise)
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            guard awaitsHead, case .head(var head) = unwrapInboundIn(data) else { return context.fireChannelRead(data) }
            awaitsHead = (100...199).contains(head.status.code)
            guard head.status.code < 100 else { return context.fireChannelRead(data) }
            head.status = .custom(code: head.status.code + Self.lift, reasonPhrase: "")
            context.fireChannelRead(wrapInboundOut(.head(head)))
        }
    }
#endif
