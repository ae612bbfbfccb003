import Messages
import Scenarios
import TLS

/// The files of certificates and keys that a configuration names, with their contents at one time.
struct CertificateFiles: Sendable {
    /// A file and its contents.
    struct File: Sendable, Hashable {
        let path: String
        let bytes: [UInt8]

        var credential: CredentialFile { CredentialFile(bytes, name: path) }
    }

    /// A certificate and its key.
    struct Pair: Sendable, Hashable {
        let certificate: File
        let key: File
    }

    /// The maximum size in bytes, more than files of certificates and keys have.
    private static let largestFile = 4 << 20

    private(set) var server: Pair?
    private(set) var keystore: File?
    private(set) var authority: Pair?
    private(set) var clientAuthorities: File?
    let keystorePassword: String?
    let clientAuthoritiesPassword: String?
    let requiresClientCertificate: Bool
    private let faults: [HTTPSFault]

    /// Reads the files.
    ///
    /// - Throws: ``MockServerError`` if a file cannot be read, or one of a pair is missing.
    init(_ configuration: HTTPSConfiguration) throws(MockServerError) {
        keystorePassword = configuration.keystore?.password
        clientAuthoritiesPassword = configuration.clientAuthorityPassword
        requiresClientCertificate = configuration.requiresClientCertificate
        faults = Array(configuration.faultPorts.keys)
        server = try Self.pair(configuration.certificateFile, configuration.keyFile, "certificate")
        authority = try Self.pair(
            configuration.authorityCertificateFile,
            configuration.authorityKeyFile,
            "certificate authority"
        )
        if let path = configuration.keystore?.file { keystore = try Self.file(path) }
        if let path = configuration.clientAuthorityFile { clientAuthorities = try Self.file(path) }
    }

    /// The file with the server's certificate.
    var serverFile: String? { server?.certificate.path ?? keystore?.path }

    /// The warning that clients report another fault for some faulty certificates.
    var faultWarnings: [String] {
        guard let fault = faults.first(where: \.kind.isOfCertificate) else { return [] }
        return [
            "\(serverFile ?? ""): the fault \(fault) has a certificate of another CA, which clients do not trust; add the CA with "
                + "--https-ca-cert and --https-ca-key"
        ]
    }

    /// A number that changes with the contents of the files.
    var fingerprint: Int {
        var hasher = Hasher()
        for pair in [server, authority] { hasher.combine(pair) }
        for file in [keystore, clientAuthorities] { hasher.combine(file) }
        return hasher.finalize()
    }

    private static func pair(_ certificate: String?, _ key: String?, _ kind: String) throws(MockServerError) -> Pair? {
        guard let certificate else {
            guard key == nil else { throw MockServerError(.certificates, "the key of a \(kind) needs the \(kind)") }
            return nil
        }
        let certificateFile = try file(certificate)
        guard let key else { return Pair(certificate: certificateFile, key: certificateFile) }
        return Pair(certificate: certificateFile, key: try file(key))
    }

    private static func file(_ path: String) throws(MockServerError) -> File {
        do throws(DiskFile.Failure) {
            return File(path: path, bytes: try DiskFile.contents(of: path, limit: largestFile))
        } catch {
            throw MockServerError(.certificates, "cannot read \(path): \(reason(path) ?? error.reason)")
        }
    }

    private static func reason(_ path: String) -> String? {
        switch DiskFile.kind(of: path) {
        case nil: "no such file"
        case .folder: "it is a folder"
        case .other: "it is not a regular file"
        case .file: nil
        }
    }
}
