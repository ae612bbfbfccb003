#if os(Linux)
    import NIOCore
    import NIOHTTP1

    /// Protects async-http-client from statuses below 100.
    ///
    /// It treats every status below 200 as interim, and traps at the end of such a response (`HTTPRequestStateMachine`,
    /// 1.37.0): a server could end the process with `HTTP/1.1 099`. The handler raises such statuses, and ``sent(_:)``
    /// restores them.
    final class OddStatusHandler: ChannelDuplexHandler {
        typealias InboundIn = HTTPClientResponsePart
        typealias InboundOut = HTTPClientResponsePart
        typealias OutboundIn = HTTPClientRequestPart
        typealias OutboundOut = HTTPClientRequestPart

        /// The number added to such a status; real ones have three digits.
        private static let lift: UInt = 1000

        /// The status that the server sent.
        static func sent(_ status: HTTPResponseStatus) -> Int {
            Int(status.code >= lift ? status.code - lift : status.code)
        }

        /// Adds a handler after the decoder of a connection, and a ``ConnectionWatch`` before it.
        static func add(to channel: any Channel, idleTimeout: TimeAmount?) -> EventLoopFuture<Void> {
            channel.eventLoop.makeCompletedFuture {
                let pipeline = channel.pipeline.syncOperations
                let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPResponseDecoder>.self)
                try pipeline.addHandler(OddStatusHandler(), position: .after(decoder))
                try ConnectionWatch.add(to: channel, before: decoder, idleTimeout: idleTimeout)
            }
        }

        /// Whether the head of a final response is awaited; other parts are passed on without inspection.
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
