#if os(Linux)
    import NIOCore
    import NIOHTTP1

    /// Mends the heads of responses for async-http-client, and ends a response only when nothing follows it.
    ///
    /// async-http-client treats every status below 200 as interim, and traps at the end of such a response
    /// (`HTTPRequestStateMachine`, 1.37.0): a server could end the process with `HTTP/1.1 099`. The handler raises such
    /// statuses, and ``sent(_:)`` restores them.
    final class ResponsePartHandler: ChannelDuplexHandler {
        typealias InboundIn = HTTPClientResponsePart
        typealias InboundOut = HTTPClientResponsePart
        typealias OutboundIn = HTTPClientRequestPart
        typealias OutboundOut = HTTPClientRequestPart

        /// The maximum number of interim responses before a final one, RFC 9110 §15.2.
        private static let mostInterimResponses = 100
        /// The number added to such a status; real ones have three digits.
        private static let lift: UInt = 1000

        /// The status that the server sent.
        static func sent(_ status: HTTPResponseStatus) -> Int {
            Int(status.code >= lift ? status.code - lift : status.code)
        }

        private static let coding = "Content-Encoding"
        /// The name of `Content-Encoding` without content: async-http-client would wait for the end of compressed content.
        private static let codingOfNothing = "Hypermock-Content-Encoding-Of-Nothing"

        /// The name of a field that the server sent.
        static func sent(_ name: String) -> String {
            name == codingOfNothing ? coding : name
        }

        /// The bytes of the connection; nil for an HTTP/2 stream.
        private let bytes: ResponseByteHandler?
        /// Whether the head of a final response is awaited; other parts are passed on without inspection.
        private var awaitsHead = true
        private var interimResponses = 0
        /// The size of the content so far, as it was sent: compressed, if it has a content coding.
        private(set) var bodyBytes = 0
        private var isChunked = false
        /// The head of a response with a content coding, until it is known whether content follows.
        private var heldHead: HTTPResponseHead?
        /// The end of a response, while the decoder may have more bytes.
        private var heldEnd: NIOAny?

        init(_ bytes: ResponseByteHandler?) {
            self.bytes = bytes
        }

        func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
            awaitsHead = true
            interimResponses = 0
            bytes?.beginRequest()
            context.write(data, promise: promise)
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            guard heldEnd == nil else { return dropRest() }
            if awaitsHead, case .head(let head) = unwrapInboundIn(data) {
                awaitsHead = (100...199).contains(head.status.code)
                interimResponses += awaitsHead ? 1 : 0
                guard interimResponses <= Self.mostInterimResponses else {
                    bytes?.isEnded = true
                    return context.fireErrorCaught(HTTPParserError.headerOverflow)
                }
                bodyBytes = 0
                isChunked = head.headers.contains(name: "Transfer-Encoding")
                let mended = Self.mended(head)
                guard !awaitsHead, head.headers.contains(name: Self.coding) else {
                    return context.fireChannelRead(wrapInboundOut(.head(mended)))
                }
                heldHead = mended
                return
            }
            if case .end = unwrapInboundIn(data) { hideCoding() }
            releaseHead(context)
            guard let bytes else { return context.fireChannelRead(data) }
            switch unwrapInboundIn(data) {
            case .head: return context.fireChannelRead(data)
            case .body(let part):
                bodyBytes += part.readableBytes
                return context.fireChannelRead(data)
            case .end: awaitsHead = true
            }
            if bytes.isDecoding { heldEnd = data } else { end(context, data) }
        }

        func errorCaught(context: ChannelHandlerContext, error: any Error) {
            guard heldEnd == nil else { return dropRest() }
            releaseHead(context)
            context.fireErrorCaught(error)
        }

        func channelInactive(context: ChannelHandlerContext) {
            releaseHead(context)
            context.fireChannelInactive()
        }

        private func releaseHead(_ context: ChannelHandlerContext) {
            heldHead.take().map { context.fireChannelRead(wrapInboundOut(.head($0))) }
        }

        /// Renames `Content-Encoding` in the held head, so that nothing is decoded.
        private func hideCoding() {
            guard let values = heldHead?.headers[Self.coding] else { return }
            heldHead?.headers.remove(name: Self.coding)
            for value in values { heldHead?.headers.add(name: Self.codingOfNothing, value: value) }
        }

        /// Ignores what follows a response.
        private func dropRest() {
            bytes?.isEnded = true
        }

        /// Passes on the end of a response after all bytes that came with it were decoded.
        func releaseEnd(context: ChannelHandlerContext) {
            guard let data = heldEnd else { return }
            heldEnd = nil
            end(context, data)
        }

        private func end(_ context: ChannelHandlerContext, _ data: NIOAny) {
            bytes?.endResponse(bodyBytes: isChunked ? nil : bodyBytes)
            context.fireChannelRead(data)
        }

        /// The head with a status that async-http-client accepts, and with `x-gzip` as gzip, RFC 9110 §8.4.1.3.
        private static func mended(_ head: HTTPResponseHead) -> HTTPResponseHead {
            guard head.status.code < 100 || head.headers.contains(name: coding) else { return head }
            var head = head
            if head.status.code < 100 { head.status = .custom(code: head.status.code + lift, reasonPhrase: "") }
            if head.headers[canonicalForm: coding].map({ $0.lowercased() }) == ["x-gzip"] {
                head.headers.replaceOrAdd(name: coding, value: "gzip")
            }
            return head
        }
    }
#endif
