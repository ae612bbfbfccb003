#if os(Linux)
    import NIOCore
    import NIOHPACK
    import NIOHTTP2

    /// A stream was reset because the head of its response is malformed, RFC 9113 §8.1.1.
    struct MalformedHead: Error {
        let cause: NIOHTTP2Errors.StreamClosed
    }

    /// Checks what NIOHTTP2 does not check, or does not report, about the head of a response.
    ///
    /// NIOHTTP2 traps at a negative status (`HTTP2FramePayloadToHTTP1ClientCodec`, 1.46.0): a server could end the process.
    final class HTTP2StreamCheck: ChannelInboundHandler {
        typealias InboundIn = HTTP2Frame.FramePayload
        typealias InboundOut = HTTP2Frame.FramePayload

        /// Whether a head, or a reset by the server, has arrived.
        private var isAnswered = false

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            switch unwrapInboundIn(data) {
            case .headers(let head):
                isAnswered = true
                if let status = head.headers.first(name: ":status"), !Self.isStatus(status) {
                    return context.fireErrorCaught(NIOHTTP2Errors.invalidStatusValue(status))
                }
            case .rstStream: isAnswered = true
            default: break
            }
            context.fireChannelRead(data)
        }

        func errorCaught(context: ChannelHandlerContext, error: any Error) {
            // NIOHTTP2 resets the stream itself; it cancels those that a GOAWAY excludes.
            guard !isAnswered, let closed = error as? NIOHTTP2Errors.StreamClosed, closed.errorCode != .cancel else {
                return context.fireErrorCaught(error)
            }
            HTTP2ConnectionWatch.expectStreamError(on: context.channel)
            context.fireErrorCaught(MalformedHead(cause: closed))
        }

        /// Three digits, RFC 9110 §15.
        private static func isStatus(_ text: String) -> Bool {
            text.utf8.count == 3 && text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        }
    }
#endif
