private import CTLS

/// A name that a certificate is valid for (RFC 5280 §4.2.1.6): a host name, or an IP address.
package struct CertificateName: Hashable, Sendable {
    /// `DNS:localhost`, `IP:127.0.0.1`, in the syntax of OpenSSL's configuration.
    let configuration: String

    /// Returns nil if the text is neither a host name nor an address: clients choose it, in server_name.
    package init?(_ text: String) {
        guard !text.utf8.contains(0) else { return nil }
        if unsafe text.withCString({ unsafe hypermock_tls_is_address($0) }) == 1 {
            configuration = "IP:\(text)"
        } else {
            guard Self.isHostName(Array(text.utf8)) else { return nil }
            configuration = "DNS:\(text.lowercased())"
        }
    }

    private init(configuration: String) {
        self.configuration = configuration
    }

    /// The names of this machine for itself.
    package static let loopback = ["DNS:localhost", "IP:127.0.0.1", "IP:::1"].map(Self.init(configuration:))

    /// The name of no host (RFC 6761 §6.4).
    static let wrongHost = Self(configuration: "DNS:wrong-host.invalid")

    /// The name as the subject of a certificate, which has at most 64 characters (RFC 5280, appendix A.1).
    var commonName: String {
        String(configuration.drop { $0 != ":" }.dropFirst().prefix(64))
    }

    /// RFC 1123 §2.1, and the underscore, which many names contain.
    private static func isHostName(_ bytes: [UInt8]) -> Bool {
        guard !bytes.isEmpty, bytes.count <= 253 else { return false }
        return bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).allSatisfy { label in
            !label.isEmpty && label.count <= 63 && label.first != UInt8(ascii: "-") && label.last != UInt8(ascii: "-")
                && label.allSatisfy(isNameByte)
        }
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"): true
        case _: false
        }
    }
}
