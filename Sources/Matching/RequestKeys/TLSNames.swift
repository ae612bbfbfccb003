/// The versions and cipher suites of TLS sessions, as OpenSSL names them.
enum TLSNames {
    /// The values of each parameter that has a fixed set of them.
    static let all: [(TLSPattern.Parameter, values: [String?])] = [(.version, versions), (.cipher, ciphers)]

    /// Returns examples of valid values.
    static func advice(_ parameter: TLSPattern.Parameter) -> String {
        switch parameter {
        case .version: "use 'TLSv1.2' or 'TLSv1.3'"
        case .cipher, .serverName, .clientSubject:
            "use OpenSSL's name, such as 'TLS_AES_256_GCM_SHA384' or 'ECDHE-ECDSA-AES128-GCM-SHA256'"
        }
    }

    private static let versions = ["TLSv1", "TLSv1.1", "TLSv1.2", "TLSv1.3"]

    /// The suites of TLS 1.3 (RFC 8446 §B.4), and those of OpenSSL's defaults for earlier versions.
    private static let ciphers =
        [
            "TLS_AES_256_GCM_SHA384", "TLS_CHACHA20_POLY1305_SHA256", "TLS_AES_128_GCM_SHA256",
            "TLS_AES_128_CCM_SHA256",
            "TLS_AES_128_CCM_8_SHA256",
        ]
        + ["ECDHE-ECDSA-", "ECDHE-RSA-", "DHE-RSA-", ""].flatMap { exchange in
            [
                "AES256-GCM-SHA384", "AES128-GCM-SHA256", "CHACHA20-POLY1305", "AES256-CCM", "AES128-CCM",
                "AES256-CCM8",
                "AES128-CCM8", "AES256-SHA384", "AES256-SHA256", "AES128-SHA256", "AES256-SHA", "AES128-SHA",
            ].map { exchange + $0 }
        }
}
