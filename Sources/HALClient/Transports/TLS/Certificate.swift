import HAL

#if os(Linux)
    import FoundationEssentials
    import NIOSSL
#else
    import Foundation
    import Security
#endif

/// A valid X.509 certificate.
struct Certificate: Sendable, Hashable {
    /// The certificate in DER.
    let der: [UInt8]

    /// Reads the certificates of a PEM text (RFC 7468), of which there is at least one.
    static func all(pem: String) throws(InvalidCertificate) -> [Certificate] {
        var certificates: [Certificate] = []
        var base64: String?
        for line in pem.split(whereSeparator: \.isNewline) {
            let line = String(line.trimmingSpaces)
            switch line {
            case "-----BEGIN CERTIFICATE-----":
                base64 = ""
            case "-----END CERTIFICATE-----":
                let number = certificates.count + 1
                guard let text = base64.take(), let data = Data(base64Encoded: text) else {
                    throw InvalidCertificate(.certificate, "certificate \(number) of the PEM text is not Base64")
                }
                certificates.append(try Certificate(der: Array(data), number: number))
            case _:
                base64?.append(line)
            }
        }
        guard base64 == nil else {
            throw InvalidCertificate(
                .certificate,
                "certificate \(certificates.count + 1) of the PEM text has no line '-----END CERTIFICATE-----'"
            )
        }
        guard !certificates.isEmpty else {
            throw InvalidCertificate(
                .certificate,
                "the text contains no PEM certificate: the line '-----BEGIN CERTIFICATE-----' is missing"
            )
        }
        return certificates
    }

    private init(der: [UInt8], number: Int) throws(InvalidCertificate) {
        #if os(Linux)
            let isValid = (try? NIOSSLCertificate(bytes: der, format: .der)) != nil
        #else
            let isValid = SecCertificateCreateWithData(nil, Data(der) as CFData) != nil
        #endif
        guard isValid else {
            throw InvalidCertificate(.certificate, "certificate \(number) of the PEM text is not an X.509 certificate")
        }
        self.der = der
    }
}
