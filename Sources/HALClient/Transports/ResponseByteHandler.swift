#if os(Linux)
    import NIOCore
    import NIOHTTP1

    /// A kept-alive connection had bytes that belong to no response.
    struct StrayBytes: Error {
        /// Whether the request had been sent; if not, it may be repeated with any method.
        let isAfterRequest: Bool
    }

    /// The chunks of a response have far more framing than content: extensions, or chunks of a byte.
    struct ExcessiveFraming: Error {}

    extension ConnectionFailure {
        /// Whether such bytes ended the connection before the request was sent.
        var wasNotSent: Bool { (underlying as? StrayBytes)?.isAfterRequest == false }
    }

    /// Watches the bytes of an HTTP/1.1 connection before they are decoded: unfolds fields, and rejects the next request
    /// on a connection with bytes that belong to no response, RFC 9112 §9.2.
    ///
    /// Otherwise the decoder would read such bytes as the response to the next request. If the handler closed the
    /// connection, a request that async-http-client is about to write would fail without a sign that it was not sent.
    final class ResponseByteHandler: ChannelDuplexHandler {
        typealias InboundIn = ByteBuffer
        typealias InboundOut = ByteBuffer
        typealias OutboundIn = NIOAny
        typealias OutboundOut = NIOAny

        /// The framing of chunks that is accepted without content, and for each byte of it; a chunk of one byte has five.
        private static let freeFraming = 1 << 20
        private static let framingPerByte = 8

        /// Whether no further request can be sent.
        var isEnded = false
        /// Whether the decoder is reading the bytes of one read.
        private(set) var isDecoding = false
        /// Whether a request was written whose response is not complete.
        private var isBusy = false
        private var isReused = false
        private var awaitsFirstByte = false
        private var folds = FoldedFields()
        private var partContext: ChannelHandlerContext?
        private var parts: ResponsePartHandler?

        /// Adds the handlers of a connection around its decoder.
        static func add(to channel: any Channel, idleTimeout: TimeAmount?) -> EventLoopFuture<Void> {
            channel.eventLoop.makeCompletedFuture {
                let pipeline = channel.pipeline.syncOperations
                let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPResponseDecoder>.self)
                let bytes = ResponseByteHandler()
                let parts = ResponsePartHandler(bytes)
                try pipeline.addHandler(bytes, position: .before(decoder))
                try pipeline.addHandler(parts, position: .after(decoder))
                try ConnectionWatch.add(to: channel, before: decoder, idleTimeout: idleTimeout)
                bytes.parts = parts
                bytes.partContext = try pipeline.context(handler: parts)
            }
        }

        func handlerRemoved(context: ChannelHandlerContext) {
            parts = nil
            partContext = nil
        }

        func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
            guard !isEnded else { return reject(context, promise) }
            context.write(data, promise: promise)
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            guard !isEnded else { return }
            var bytes = unwrapInboundIn(data)
            guard isBusy else {
                isEnded = true
                return
            }
            if awaitsFirstByte {
                awaitsFirstByte = false
                guard !isReused || Self.beginsResponse(bytes) else {
                    isEnded = true
                    return context.fireErrorCaught(StrayBytes(isAfterRequest: true))
                }
            }
            folds.unfold(&bytes)
            guard !folds.isTooLong else {
                isEnded = true
                return context.fireErrorCaught(HTTPParserError.headerOverflow)
            }
            isDecoding = true
            context.fireChannelRead(wrapInboundOut(bytes))
            isDecoding = false
            guard let partContext, let parts else { return }
            let framing = folds.bytesAfterHead - parts.bodyBytes
            if isBusy, framing > Self.freeFraming + Self.framingPerByte * parts.bodyBytes {
                isEnded = true
                context.fireErrorCaught(ExcessiveFraming())
            }
            parts.releaseEnd(context: partContext)
        }

        /// Notes that a part of a request is written: of the next one, if the last response is complete.
        func beginRequest() {
            guard !isBusy else { return }
            isBusy = true
            awaitsFirstByte = true
            folds = FoldedFields()
        }

        /// Notes that a response is complete, and ends the connection if its body, of a known size, was not all that
        /// followed the head.
        func endResponse(bodyBytes: Int?) {
            if let bodyBytes, bodyBytes < folds.bytesAfterHead { isEnded = true }
            isBusy = false
            isReused = true
        }

        /// Whether bytes can be the beginning of a response.
        private static func beginsResponse(_ bytes: ByteBuffer) -> Bool {
            bytes.readableBytesView.prefix(5).elementsEqual("HTTP/".utf8.prefix(bytes.readableBytes))
        }

        /// Rejects a part of a request: later, because async-http-client is in the middle of writing it, and first by the
        /// error, because a failed promise would close the connection without a reason.
        private func reject(_ context: ChannelHandlerContext, _ promise: EventLoopPromise<Void>?) {
            context.eventLoop.assumeIsolated().execute {
                context.fireErrorCaught(StrayBytes(isAfterRequest: false))
                promise?.fail(StrayBytes(isAfterRequest: false))
            }
        }
    }
#endif
