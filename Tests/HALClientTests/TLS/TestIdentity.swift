import NIOSSL

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// TLS servers with the certificates of ``TestCertificates``.
enum TestIdentity {
    /// A server with this chain, its own certificate first.
    static func server(_ chain: [String], applicationProtocols: [String] = []) throws -> TLSConfiguration {
        let certificates = try chain.map { try NIOSSLCertificate(bytes: bytes($0), format: .der) }
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: certificates.map { .certificate($0) },
            privateKey: .privateKey(try NIOSSLPrivateKey(bytes: bytes(TestCertificates.key), format: .der))
        )
        configuration.applicationProtocols = applicationProtocols
        return configuration
    }

    /// A server that requires a certificate of the client, signed by the authority of the tests.
    static func serverThatRequiresCertificate(upTo version: TLSVersion = .tlsv13) throws -> TLSConfiguration {
        var configuration = try server([TestCertificates.valid])
        let authority = try NIOSSLCertificate(bytes: bytes(TestCertificates.authority), format: .der)
        configuration.certificateVerification = .noHostnameVerification
        configuration.trustRoots = .certificates([authority])
        configuration.maximumTLSVersion = version
        return configuration
    }

    static func pem(_ base64: String, _ label: String = "CERTIFICATE") -> String {
        let lines = stride(from: 0, to: base64.count, by: 64).map { start in
            String(base64.dropFirst(start).prefix(64))
        }
        return "-----BEGIN \(label)-----\n\(lines.joined(separator: "\n"))\n-----END \(label)-----\n"
    }

    static func bytes(_ base64: String) -> [UInt8] {
        Array(Data(base64Encoded: base64) ?? Data())
    }
}
