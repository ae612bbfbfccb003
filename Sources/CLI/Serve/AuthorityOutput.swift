/// The file of `--https-ca-file`: the certificate that clients trust, written at start and whenever it changes.
struct AuthorityOutput {
    private let file: OutputFile
    private var written: String?

    init(_ file: OutputFile) {
        self.file = file
    }

    /// Writes the certificate as PEM, unless the file has it.
    ///
    /// - Throws: `CommandFailure` if there is none, or the file cannot be written.
    mutating func write(_ certificate: String?) throws {
        guard let certificate else {
            let advice = "the server's certificate file does not contain its CA; append the CA's certificate"
            throw CommandFailure(.infrastructure, "hypermock: --https-ca-file: \(advice)")
        }
        guard certificate != written else { return }
        try file.write(certificate)
        written = certificate
    }

    /// Writes the certificate of a running server.
    ///
    /// - Returns: The line with the reason if it cannot be written; empty otherwise. The file keeps its contents then.
    mutating func update(_ certificate: String?) -> String {
        do {
            try write(certificate)
            return ""
        } catch let failure as CommandFailure {
            return "\(failure.message)\n"
        } catch {
            return "hypermock: --https-ca-file: \(error)\n"
        }
    }
}
