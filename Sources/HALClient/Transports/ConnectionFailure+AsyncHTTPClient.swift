#if os(Linux)
    import AsyncHTTPClient
    import NIOCore
    import NIOHTTP1
    import NIOHTTP2
    import NIOHTTPCompression
    import NIOPosix
    import NIOSSL

    extension ConnectionFailure.Kind {
        /// Classifies an error of async-http-client or NIO, before or after the head was complete.
        init(of error: any Error, afterHead: Bool) {
            let ended: Self = afterHead ? .truncated : .reset
            switch error {
            case is CancellationError: self = .cancelled
            case is UnansweredConnection, is UnprocessedRequest, is UnsentRequest: self = ended
            case is StrayBytes, is MalformedHead: self = .protocolViolation
            case is ExcessiveFraming: self = .tooLarge
            case let error as HTTPClientError: self = Self.of(error, ended)
            case let error as NIOConnectionError: self = Self.of(error)
            case let error as IOError: self = Self.of(errno: error.errnoCode, ended)
            case let error as HTTPParserError: self = Self.of(error, ended)
            case let error as ChannelError: self = Self.of(error, ended)
            case let error as NIOSSLError: self = Self.of(error, ended)
            case is BoringSSLError, is NIOSSLExtraError: self = .tls
            case is SocketAddressError: self = .dns
            case NIOHTTPDecompression.DecompressionError.limit: self = .tooLarge
            case is NIOHTTPDecompression.DecompressionError: self = .protocolViolation
            case let error as NIOHTTPDecompression.ExtraDecompressionError:
                self = error == .truncatedData ? .truncated : .protocolViolation
            case is NIOHTTP2Errors.StreamClosed: self = ended
            case let error as NIOHTTP2Errors.StreamError: self = Self(of: error.baseError, afterHead: afterHead)
            case is NIOHTTP2Errors.ExcessivelyLargeHeaderBlock, is NIOHTTP2Errors.ExcessiveContinuationFrames:
                self = .tooLarge
            case is any NIOHTTP2Error: self = .protocolViolation
            default: self = .other
            }
        }

        private static func of(_ error: HTTPClientError, _ ended: Self) -> Self {
            switch error {
            case .cancelled, .requestStreamCancelled: .cancelled
            case .connectTimeout, .readTimeout, .writeTimeout, .deadlineExceeded, .tlsHandshakeTimeout,
                .getConnectionFromPoolTimeout, .httpProxyHandshakeTimeout, .socksHandshakeTimeout:
                .timedOut
            case .remoteConnectionClosed: ended
            case .invalidProxyResponse, .proxyAuthenticationRequired: .refused
            case .uncleanShutdown: ended
            default: .other
            }
        }

        /// All addresses of a host failed; the error of the last one counts.
        private static func of(_ error: NIOConnectionError) -> Self {
            guard let last = error.connectionErrors.last?.error else { return .dns }
            return Self(of: last, afterHead: false) == .other ? .refused : Self(of: last, afterHead: false)
        }

        private static func of(errno code: CInt, _ ended: Self) -> Self {
            switch code {
            case ECONNREFUSED, EHOSTUNREACH, EHOSTDOWN, EADDRNOTAVAIL, EACCES, EPERM: .refused
            case ECONNRESET, EPIPE, ECONNABORTED, ENOTCONN, EBADF: ended
            case ETIMEDOUT: .timedOut
            case ENETUNREACH, ENETDOWN: .offline
            default: .other
            }
        }

        private static func of(_ error: HTTPParserError, _ ended: Self) -> Self {
            switch error {
            case .invalidEOFState, .closedConnection: ended
            case .headerOverflow: .tooLarge
            default: .protocolViolation
            }
        }

        private static func of(_ error: ChannelError, _ ended: Self) -> Self {
            switch error {
            case .connectTimeout: .timedOut
            case .eof, .inputClosed, .outputClosed, .ioOnClosedChannel, .alreadyClosed: ended
            default: .other
            }
        }

        private static func of(_ error: NIOSSLError, _ ended: Self) -> Self {
            switch error {
            case .uncleanShutdown, .handshakeFailed(.sslError([.eofDuringHandshake])): ended
            default: .tls
            }
        }
    }
#endif
