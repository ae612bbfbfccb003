#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

#if !os(Linux)
    import Security

    /// Decides whether a session trusts the certificates of a server.
    struct ServerTrust: Sendable {
        /// The disposition of a challenge, and the reason if the certificates are rejected.
        struct Verdict {
            var disposition: URLSession.AuthChallengeDisposition
            var credential: URLCredential?
            var reason: ConnectionFailure.TLSReason?
        }

        private let trust: CertificateTrust
        private let allowsAll: Bool

        init(_ configuration: TransportConfiguration) {
            trust = configuration.trust
            allowsAll = configuration.allowInvalidCertificates
        }

        /// Evaluates the certificates, with the authorities of the configuration.
        func verdict(on serverTrust: SecTrust?) -> Verdict {
            guard let serverTrust else { return Verdict(disposition: .performDefaultHandling) }
            guard !allowsAll else {
                return Verdict(disposition: .useCredential, credential: URLCredential(trust: serverTrust))
            }
            if !trust.authorities.isEmpty {
                let anchors = trust.authorities.compactMap { SecCertificateCreateWithData(nil, Data($0.der) as CFData) }
                SecTrustSetAnchorCertificates(serverTrust, anchors as CFArray)
                SecTrustSetAnchorCertificatesOnly(serverTrust, !trust.includesSystem)
            }
            var error: CFError?
            guard unsafe SecTrustEvaluateWithError(serverTrust, &error) else {
                let code = error.map { CFErrorGetCode($0) } ?? 0
                let reason = Self.reason(code: OSStatus(truncatingIfNeeded: code), serverTrust)
                return Verdict(disposition: .cancelAuthenticationChallenge, reason: reason)
            }
            // The system's own rules, such as App Transport Security, count unless the authority is our own.
            guard !trust.authorities.isEmpty else { return Verdict(disposition: .performDefaultHandling) }
            return Verdict(disposition: .useCredential, credential: URLCredential(trust: serverTrust))
        }

        private static func reason(code: OSStatus, _ serverTrust: SecTrust) -> ConnectionFailure.TLSReason {
            switch code {
            case errSecCertificateExpired: return .expired
            case errSecCertificateNotValidYet: return .notYetValid
            case errSecHostNameMismatch: return .wrongHost
            default:
                let chain = SecTrustCopyCertificateChain(serverTrust) as? [SecCertificate]
                let der = chain?.first.map { [UInt8](SecCertificateCopyData($0) as Data) }
                return der.flatMap { CertificateSubject(der: $0) }?.isSelfIssued == true ? .selfSigned : .untrusted
            }
        }
    }

    extension ClientCertificate {
        /// The identity for a session, or nil if the file or the password is invalid.
        var credential: URLCredential? {
            var items: CFArray?
            let options = [kSecImportExportPassphrase as String: password] as CFDictionary
            guard unsafe SecPKCS12Import(Data(pkcs12) as CFData, options, &items) == errSecSuccess,
                let item = (items as? [[String: Any]])?.first,
                let identity: SecIdentity = Self.reference(item[kSecImportItemIdentity as String])
            else { return nil }
            let chain: [Any]? = Self.reference(item[kSecImportItemCertChain as String])
            return URLCredential(
                identity: identity,
                certificates: chain.map { Array($0.dropFirst()) },
                persistence: .none
            )
        }

        /// A cast that the compiler knows to succeed for Core Foundation's types, unless their type is generic.
        private static func reference<Reference>(_ value: Any?) -> Reference? {
            value as? Reference
        }
    }
#endif
