#if os(Linux)
    import AsyncHTTPClient
    import NIOCore

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
        private let reportsEnd: Bool
        private var lastRead = NIODeadline.distantPast
        /// Whether a request was sent and no byte has arrived since.
        private var isWaiting = false
        private var hasAnswered = false
        private var isReused = false
        /// One timer for the whole connection: a timer for each response would cost more than an occasional check.
        private var timer: Scheduled<Void>?

        init(idleTimeout: TimeAmount?, reportsEnd: Bool) {
            self.idleTimeout = idleTimeout
            self.reportsEnd = reportsEnd
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
            let isEnd = reportsEnd && isWaiting && ConnectionFailure.Kind(of: error, afterHead: false) == .reset
            context.fireErrorCaught(isEnd ? UnansweredConnection(wasReused: isReused) : error)
        }

        func channelInactive(context: ChannelHandlerContext) {
            stop()
            if reportsEnd, isWaiting { context.fireErrorCaught(UnansweredConnection(wasReused: isReused)) }
            context.fireChannelInactive()
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
            let watch = ConnectionWatch(idleTimeout: idleTimeout, reportsEnd: true)
            try channel.pipeline.syncOperations.addHandler(watch, position: .before(decoder))
        }

        /// Adds a watch to an HTTP/2 stream, whose end itself tells whether there was a response.
        static func add(toStream channel: any Channel, idleTimeout: TimeAmount?) -> EventLoopFuture<Void> {
            channel.eventLoop.makeCompletedFuture {
                let watch = ConnectionWatch(idleTimeout: idleTimeout, reportsEnd: false)
                try channel.pipeline.syncOperations.addHandler(watch, position: .first)
            }
        }
    }

    extension ConnectionFailure {
        /// Whether a kept-alive connection ended before any byte of the response, RFC 9112 §9.3.1.
        var isOfReusedConnection: Bool {
            guard kind == .reset else { return false }
            if let ended = underlying as? UnansweredConnection { return ended.wasReused }
            // The connection ended before the request was written: nothing was sent.
            return underlying as? HTTPClientError == .remoteConnectionClosed
                || underlying as? ChannelError == .ioOnClosedChannel
        }
    }

    extension Request {
        /// Whether the transport itself may send the request once more, RFC 9112 §9.3.1.
        var mayBeSentAgain: Bool {
            isRetryable && stream == nil && Request.idempotentMethods.contains(method)
        }
    }
#endif
