#if os(Linux)
    import NIOSSL

    extension ConnectionFailure.TLSReason {
        /// Classifies an error of NIOSSL; nil if the reason has to be found in the certificates of the server.
        ///
        /// BoringSSL reports all rejected chains with one error, and its errors differ only in their texts.
        init?(of error: any Error) {
            switch error {
            case let error as NIOSSLExtraError:
                let isOfHost = error == .failedToValidateHostname || error == .serverHostnameImpossibleToMatch
                self = isOfHost ? .wrongHost : .other
            case NIOSSLError.unableToValidateCertificate, NIOSSLError.noCertificateToValidate:
                self = .untrusted
            case NIOSSLError.handshakeFailed(let error):
                guard let reason = Self(errorText: "\(error)") else { return nil }
                self = reason
            case let error as BoringSSLError:
                guard let reason = Self(errorText: "\(error)") else { return nil }
                self = reason == .handshake ? .other : reason
            default:
                self = .other
            }
        }

        /// Returns BoringSSL's reasons in lower case, such as `wrong version number`; nil for an error without one.
        ///
        /// Its errors also contain numbers and the paths of its sources.
        static func words(of error: any Error) -> String? {
            guard error is NIOSSLError || error is BoringSSLError else { return nil }
            var reasons: [String] = []
            for part in "\(error)".split(separator: reasonMark).dropFirst() {
                let name = part.prefix { $0.isUppercase || $0.isNumber || $0 == "_" }
                let words = name.lowercased().replacing("_", with: " ")
                if !words.isEmpty, !reasons.contains(words) { reasons.append(words) }
            }
            return reasons.isEmpty ? nil : reasons.joined(separator: ", ")
        }

        private static let reasonMark = "OPENSSL_internal:"

        private init?(errorText text: String) {
            guard !text.contains("CERTIFICATE_VERIFY_FAILED") else { return nil }
            self =
                if Self.protocolErrors.contains(where: text.contains) {
                    .unsupportedProtocol
                } else if Self.clientCertificateAlerts.contains(where: text.contains) {
                    .clientCertificateRequired
                } else {
                    .handshake
                }
        }

        /// Errors of a version that the client does not support, or of a server without TLS.
        private static let protocolErrors = [
            "WRONG_VERSION_NUMBER", "UNSUPPORTED_PROTOCOL", "UNKNOWN_PROTOCOL", "ALERT_PROTOCOL_VERSION",
            "WRONG_SSL_VERSION", "HTTP_REQUEST", "HTTPS_PROXY_REQUEST", "UNKNOWN_SSL_VERSION",
        ]

        /// Alerts about a certificate, which a server can send only about that of the client, RFC 8446 §6.2.
        private static let clientCertificateAlerts = [
            "ALERT_CERTIFICATE_REQUIRED", "ALERT_BAD_CERTIFICATE", "ALERT_UNSUPPORTED_CERTIFICATE",
            "ALERT_CERTIFICATE_REVOKED", "ALERT_CERTIFICATE_EXPIRED", "ALERT_CERTIFICATE_UNKNOWN",
            "ALERT_UNKNOWN_CA", "ALERT_ACCESS_DENIED", "ALERT_NO_CERTIFICATE",
        ]
    }
#endif
