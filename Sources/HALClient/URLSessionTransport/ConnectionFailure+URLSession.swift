#if os(Linux)
    #if URLSessionOnLinux
        import Foundation  // URLError and its text
        import FoundationEssentials
        import FoundationNetworking
    #endif
#else
    import Foundation
#endif

#if !os(Linux) || URLSessionOnLinux
    extension ConnectionFailure.Kind {
        /// Classifies an error of `URLSession`, before or after the head was complete.
        init(ofSession error: any Error, afterHead: Bool) {
            guard let code = (error as? URLError)?.code else {
                self = .other
                return
            }
            self = Self.onLinux(error, code, afterHead: afterHead) ?? Self.everywhere(code, afterHead: afterHead)
        }

        private static func everywhere(_ code: URLError.Code, afterHead: Bool) -> Self {
            switch code {
            case .cannotFindHost, .dnsLookupFailed: .dns
            case .cannotConnectToHost: .refused
            case .networkConnectionLost: afterHead ? .truncated : .reset
            case .timedOut: .timedOut
            case .notConnectedToInternet, .dataNotAllowed, .internationalRoamingOff, .callIsActive: .offline
            case .cancelled: .cancelled
            case .secureConnectionFailed, .serverCertificateUntrusted, .serverCertificateHasBadDate,
                .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid, .clientCertificateRejected,
                .clientCertificateRequired, .userCancelledAuthentication:
                .tls
            case .badServerResponse, .cannotParseResponse, .cannotDecodeRawData, .cannotDecodeContentData:
                .protocolViolation
            case .dataLengthExceedsMaximum: .tooLarge
            default: .other
            }
        }

        /// The kinds of errors that only occur on Linux, where the session uses libcurl and most errors have only a
        /// text.
        private static func onLinux(_ error: any Error, _ code: URLError.Code, afterHead: Bool) -> Self? {
            #if os(Linux)
                switch code {
                case .badServerResponse: return afterHead ? .truncated : .reset
                case .unsupportedURL: return .protocolViolation
                case .unknown: break
                default: return nil
                }
                let text = error.localizedDescription.lowercased()
                let kinds: [(String, Self)] = [
                    ("transfer closed", afterHead ? .truncated : .reset), ("ssl", .tls), ("tls", .tls),
                    ("certificate", .tls),
                    ("out of memory", .tooLarge), ("too large", .tooLarge),
                ]
                return kinds.first { text.contains($0.0) }?.1 ?? .protocolViolation
            #else
                nil
            #endif
        }
    }
#endif
