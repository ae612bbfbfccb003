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
                let ended: Self = afterHead ? .truncated : .reset
                let text = error.localizedDescription.lowercased()
                switch code {
                case .badServerResponse: return ended
                case .unsupportedURL: return .protocolViolation
                case .secureConnectionFailed: return LibcurlText.ends.contains(where: text.contains) ? .reset : .tls
                case .unknown: break
                default: return nil
                }
                let kinds: [(String, Self)] =
                    LibcurlText.ends.map { ($0, ended) } + [
                        ("transfer closed", ended), ("ssl", .tls), ("tls", .tls), ("certificate", .tls),
                        ("out of memory", .tooLarge), ("too large", .tooLarge),
                    ]
                return kinds.first { text.contains($0.0) }?.1 ?? .protocolViolation
            #else
                nil
            #endif
        }
    }

    extension ConnectionFailure.TLSReason {
        /// Classifies an error of `URLSession` of the kind `tls`.
        init(ofSession error: any Error) {
            #if os(Linux)
                let text = error.localizedDescription.lowercased()
                self = LibcurlText.reasons.first { text.contains($0.0) }?.1 ?? .other
            #else
                switch (error as? URLError)?.code {
                case .serverCertificateHasBadDate?: self = .expired
                case .serverCertificateNotYetValid?: self = .notYetValid
                case .serverCertificateUntrusted?, .serverCertificateHasUnknownRoot?: self = .untrusted
                case .clientCertificateRequired?, .clientCertificateRejected?: self = .clientCertificateRequired
                case .secureConnectionFailed?: self = .handshake
                default: self = .other
                }
            #endif
        }
    }

    #if os(Linux)
        /// The texts of libcurl with OpenSSL, in lower case.
        private enum LibcurlText {
            /// A connection that ends in the handshake.
            static let ends = ["ssl_error_syscall", "unexpected eof", "connection reset by peer"]

            static let reasons: [(String, ConnectionFailure.TLSReason)] = [
                ("certificate has expired", .expired),
                ("not yet valid", .notYetValid),
                ("certificate in certificate chain", .untrusted),
                ("self-signed certificate", .selfSigned), ("self signed certificate", .selfSigned),
                ("issuer certificate", .untrusted), ("verify the first certificate", .untrusted),
                ("subject name", .wrongHost), ("hostname mismatch", .wrongHost),
                ("wrong version number", .unsupportedProtocol), ("unsupported protocol", .unsupportedProtocol),
                ("alert protocol version", .unsupportedProtocol), ("http request", .unsupportedProtocol),
                ("alert certificate required", .clientCertificateRequired),
                ("alert bad certificate", .clientCertificateRequired), ("alert unknown ca", .clientCertificateRequired),
                ("alert", .handshake),
            ]
        }
    #endif
#endif
