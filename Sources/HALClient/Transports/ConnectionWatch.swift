#if os(Linux)
    import AsyncHTTPClient
    import NIOCore
    import NIOHTTP2

    /// A connection ended before any byte of the response to the request on it.
    struct UnansweredConnection: Error {
        /// Whether it had served an earlier request: the server may have closed it before this one arrived.
        let wasReused: Bool
    }

    /// Watches the bytes of a connection, or of an HTTP/2 stream: ends a stalled response, and detects connections that
    /// end without a response.
    ///
    /// The read time-out of async-http-client would include the wait for the response, and ignore bytes of its head.
    final class ConnectionWatch: ChannelDuplexHandler {
        typealias InboundIn = NIOAny
        typealias InboundOut = NIOAny
        typealias OutboundIn = NIOAny
        typealias OutboundOut = NIOAny

        private let idleTimeout: TimeAmount?
        private let isStream: Bool
        private var lastRead = NIODeadline.distantPast
        /// Whether a request was sent and no byte has arrived since.
        private var isWaiting = false
        private var hasAnswered = false
        private var isReused = false
        /// One timer for the whole connection: a timer for each response would cost more than an occasional check.
        private var timer: Scheduled<Void>?

        init(idleTimeout: TimeAmount?, isStream: Bool) {
            self.idleTimeout = idleTimeout
            self.isStream = isStream
        }

        func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
            if !isWaiting {
                isWaiting = true
                isReused = hasAnswered
            }
            context.write(data, promise: promise)
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            isWaiting = false
            hasAnswered = true
            if let idleTimeout {
                lastRead = .now()
                if timer == nil { look(at: lastRead + idleTimeout, context) }
            }
            context.fireChannelRead(data)
        }

        func errorCaught(context: ChannelHandlerContext, error: any Error) {
            guard isWaiting, ConnectionFailure.Kind(of: error, afterHead: false) == .reset else {
                return context.fireErrorCaught(error)
            }
            if !isStream {
                context.fireErrorCaught(UnansweredConnection(wasReused: isReused))
            } else if HTTP2ConnectionWatch.isUnprocessed(error, on: context.channel) {
                context.fireErrorCaught(UnprocessedRequest(cause: error))
            } else {
                context.fireErrorCaught(error)
            }
        }

        func channelInactive(context: ChannelHandlerContext) {
            stop()
            if let end = end(of: context.channel) { context.fireErrorCaught(end) }
            context.fireChannelInactive()
        }

        /// The error of a connection or stream that ended; nil: only the end itself is known.
        private func end(of channel: any Channel) -> (any Error)? {
            guard isWaiting else { return isStream ? HTTP2ConnectionWatch.failure(of: channel) : nil }
            return isStream ? HTTP2ConnectionWatch.end(of: channel) : UnansweredConnection(wasReused: isReused)
        }

        func handlerRemoved(context: ChannelHandlerContext) {
            stop()
        }

        private func look(at time: NIODeadline, _ context: ChannelHandlerContext) {
            timer = context.eventLoop.assumeIsolated().scheduleTask(deadline: time) { self.look(context) }
        }

        /// Closes the connection if no byte has arrived for too long, in the middle of a response or after the last
        /// one.
        private func look(_ context: ChannelHandlerContext) {
            timer = nil
            guard let idleTimeout, !isWaiting else { return }
            let end = lastRead + idleTimeout
            guard end <= .now() else { return look(at: end, context) }
            context.fireErrorCaught(HTTPClientError.readTimeout)
            context.close(promise: nil)
        }

        private func stop() {
            timer?.cancel()
            timer = nil
        }
    }

    extension ConnectionWatch {
        /// Adds a watch before the decoder of a connection.
        static func add(to channel: any Channel, before decoder: any ChannelHandler, idleTimeout: TimeAmount?) throws {
            let watch = ConnectionWatch(idleTimeout: idleTimeout, isStream: false)
            try channel.pipeline.syncOperations.addHandler(watch, position: .before(decoder))
        }

        /// Adds a watch to an HTTP/2 stream after its codec, so that it sees responses but no control frames, and a check
        /// before the codec.
        static func add(toStream channel: any Channel, idleTimeout: TimeAmount?) -> EventLoopFuture<Void> {
            channel.eventLoop.makeCompletedFuture {
                let pipeline = channel.pipeline.syncOperations
                let codec = try pipeline.handler(type: HTTP2FramePayloadToHTTP1ClientCodec.self)
                let watch = ConnectionWatch(idleTimeout: idleTimeout, isStream: true)
                try pipeline.addHandler(HTTP2StreamCheck(), position: .before(codec))
                try pipeline.addHandlers([watch, ResponsePartHandler(nil)], position: .after(codec))
            }
        }
    }

    extension TransportRequest {
        /// Whether a request was given to a connection of the pool that the server had ended or was about to end.
        ///
        /// All connections of a pool can have ended so; the last one is new, and its end is a failure.
        func metEndedConnection(_ failure: ConnectionFailure) -> Bool {
            switch failure.underlying {
            case is UnsentRequest: true
            // The connection ended without a response, RFC 9112 §9.3.1.
            case let ended as UnansweredConnection: failure.kind == .reset && ended.wasReused && mayBeRepeated
            // An earlier response had more bytes than it should, RFC 9112 §9.2.
            case is StrayBytes: mayBeRepeated
            // A part of a streamed body can meet the end of a connection too.
            case let error as ChannelError: error == .ioOnClosedChannel && mayBeRepeated
            default: false
            }
        }

        /// Whether the transport itself may send the request once more.
        func mayBeSentAgain(after failure: ConnectionFailure) -> Bool {
            guard failure.kind == .reset else { return false }
            switch failure.underlying {
            // With any method, RFC 9113 §8.7.
            case is UnprocessedRequest: return isRetryable || !isIdempotent
            // The connection ended before the request was written.
            case let error as HTTPClientError: return error == .remoteConnectionClosed && mayBeRepeated
            default: return false
            }
        }
    }
#endif
