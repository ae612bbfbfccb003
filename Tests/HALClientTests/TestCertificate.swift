import NIOSSL

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A certificate for 127.0.0.1 that signed itself, and its key; both are worth nothing outside these tests.
enum TestCertificate {
    static func serverConfiguration() throws -> TLSConfiguration {
        let certificate = try NIOSSLCertificate(bytes: bytes(of: certificateText), format: .der)
        let key = try NIOSSLPrivateKey(bytes: bytes(of: keyText), format: .der)
        return .makeServerConfiguration(
            certificateChain: [.certificate(certificate)],
            privateKey: .privateKey(key)
        )
    }

    private static func bytes(of text: String) -> [UInt8] {
        Array(Data(base64Encoded: text) ?? Data())
    }

    private static let keyText = """
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgWYyZLJrceNURUB3yiqRlt8FCW7sp3QGTr2puDf3MiiehRANCAARb\
        PmeKIIgeg8bcfK6aGciL2xaCq4tzexGKN99b12TOE4xWHJSaPMlRWos9O73s3uj3BOWwq119OMQUkF8c6ENq
        """

    private static let certificateText = """
        MIIBmzCCAUGgAwIBAgIUBblFeK9q5D/xKLKUGt0KgJDsc0MwCgYIKoZIzj0EAwIwFDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2\
        MTEyMTAzNTcwOVoYDzIxMjYxMDI4MDM1NzA5WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNC\
        AARbPmeKIIgeg8bcfK6aGciL2xaCq4tzexGKN99b12TOE4xWHJSaPMlRWos9O73s3uj3BOWwq119OMQUkF8c6ENqo28wbTAdBgNV\
        HQ4EFgQUwY47z1mkAVAHANkubJcMLpyyPZQwHwYDVR0jBBgwFoAUwY47z1mkAVAHANkubJcMLpyyPZQwDwYDVR0TAQH/BAUwAwEB\
        /zAaBgNVHREEEzARhwR/AAABgglsb2NhbGhvc3QwCgYIKoZIzj0EAwIDSAAwRQIhAKm8P58tqBRYEhpdr3D2RnEudVKLtBM1TQt2\
        +aAtV/jAAiBrpG1Gg7/8gsJI7vtLmrR2YZuAW7cB5dYSda3XDa2syQ==
        """
}
