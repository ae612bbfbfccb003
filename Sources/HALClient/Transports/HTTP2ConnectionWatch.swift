#if os(Linux)
    import AsyncHTTPClient
    import NIOCore
    import NIOHTTP2

    /// The server announced that it did not process a request, RFC 9113 §8.7.
    struct UnprocessedRequest: Error {
        let cause: any Error
    }

    /// A request met the end of its HTTP/2 connection before it was sent.
    struct UnsentRequest: Error {
        let cause: any Error

        /// Nil for other errors; the task must not be canceled, because async-http-client has one error for both.
        init?(_ error: any Error) {
            guard error as? HTTPClientError == .cancelled || error is NIOHTTP2Errors.CreatedStreamAfterGoaway else {
                return nil
            }
            cause = error
        }
    }

    /// Watches an HTTP/2 connection: remembers the last stream that the server processes, RFC 9113 §6.8, and ends the
    /// connection after a connection error, RFC 9113 §5.4.1.
    ///
    /// NIOHTTP2 leaves a connection with an error open, on which the responses would be awaited in vain.
    final class HTTP2ConnectionWatch: ChannelInboundHandler {
        typealias InboundIn = HTTP2Frame
        typealias InboundOut = HTTP2Frame

        private var lastStream: HTTP2StreamID?
        private var failure: (any Error)?
        /// Whether the next error is one of a stream, RFC 9113 §5.4.2; NIOHTTP2 reports it to the stream first.
        private var expectsStreamError = false

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            if case .goAway(let last, _, _) = unwrapInboundIn(data).payload {
                lastStream = lastStream.map { min($0, last) } ?? last
            }
            context.fireChannelRead(data)
        }

        func errorCaught(context: ChannelHandlerContext, error: any Error) {
            if expectsStreamError {
                expectsStreamError = false
            } else if error is any NIOHTTP2Error, !(error is NIOHTTP2Errors.StreamError) {
                failure = failure ?? error
                context.close(promise: nil)
            }
            context.fireErrorCaught(error)
        }

        /// Adds a watch to a connection.
        static func add(to channel: any Channel) -> EventLoopFuture<Void> {
            channel.eventLoop.makeCompletedFuture {
                try channel.pipeline.syncOperations.addHandler(HTTP2ConnectionWatch())
            }
        }

        private static func watch(of stream: any Channel) -> HTTP2ConnectionWatch? {
            try? stream.parent?.pipeline.syncOperations.handler(type: HTTP2ConnectionWatch.self)
        }

        /// Whether an error of a stream means that the server did not process its request.
        ///
        /// NIOHTTP2 ends the streams above the last one with `CANCEL`, which a server may also send for any stream.
        static func isUnprocessed(_ error: any Error, on stream: any Channel) -> Bool {
            guard let closed = error as? NIOHTTP2Errors.StreamClosed else { return false }
            guard closed.errorCode != .refusedStream else { return true }
            return watch(of: stream)?.lastStream.map { $0 < closed.streamID } ?? false
        }

        /// Keeps the connection open at the next error, which is that of a stream.
        static func expectStreamError(on stream: any Channel) {
            watch(of: stream)?.expectsStreamError = true
        }

        /// The error that ended the connection of a stream; nil: none.
        static func failure(of stream: any Channel) -> (any Error)? {
            watch(of: stream)?.failure
        }

        /// The error of a stream whose connection ended without a response.
        static func end(of stream: any Channel) -> any Error {
            if let failure = failure(of: stream) { return failure }
            let id = try? stream.syncOptions?.getOption(HTTP2StreamChannelOptions.streamID)
            return UnansweredConnection(wasReused: id.map { $0 > 1 } ?? true)
        }
    }
#endif
