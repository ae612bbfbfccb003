import ContractTesting
import Contracts
import MockServing
import Scenarios
import UV

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The servers of a run: a new one for each protocol, or a running one.
struct VerifyServers {
    /// The origin of the servers.
    enum Source {
        /// New servers in this process.
        case new([WireProtocol])
        /// A running server, the protocols (nil: clients and the server negotiate one), and the PEM file with the
        /// certificate authorities to trust; nil: the server's, or those of the system.
        case running(url: String, [WireProtocol?], authorityFile: String?)
    }

    let all: [any ContractServer]
    /// The certificate authorities that clients must trust.
    let trust: VerifyTrust
    /// The servers to stop after the run.
    private var started: [MockServer] = []

    /// Starts the servers, or checks the running one.
    ///
    /// - Throws: When a server does not start, or cannot be used.
    static func begin(_ source: Source, _ scenarios: [Scenario], _ items: [Selection.Item]) async throws -> Self {
        switch source {
        case .running(let url, let wires, let file):
            func servers(_ trust: VerifyTrust) -> [RemoteServer] {
                wires.map { wire in
                    RemoteServer(
                        url: url,
                        adminToken: AdminMode.tokenOfEnvironment,
                        scenarios: scenarios,
                        over: wire,
                        connections: trust.connections,
                        authorityFile: file
                    )
                }
            }
            var trust = try VerifyTrust(file: file)
            let needsAuthority = file == nil && items.contains { $0.variant.tls != nil }
            if needsAuthority, let pem = try await servers(trust).first?.certificateAuthority() {
                trust = try VerifyTrust(pem: pem)
            }
            let all = servers(trust)
            try await all.first?.check(items)
            return VerifyServers(all: all, trust: trust)
        case .new(let wires):
            var started: [LocalContractServer] = []
            let selected = Set(items.map(\.scenario.slug))
            let served = scenarios.filter { selected.contains($0.slug) }
            do {
                for wire in wires {
                    started.append(try await .start(served, over: wire, configuration: configuration))
                }
                let trust = try VerifyTrust(pem: started.compactMap(\.server.certificateAuthority).joined())
                return VerifyServers(all: started, trust: trust, started: started.map(\.server))
            } catch {
                for server in started { await server.server.stop() }
                throw error
            }
        }
    }

    /// Stops the servers, and removes the file with their authorities.
    func end() async {
        for server in started { await server.stop() }
        trust.removeFile()
    }

    /// Limits that are high enough for each case to keep its sandbox and its requests.
    static var configuration: MockServerConfiguration {
        var configuration = MockServerConfiguration()
        configuration.journalEntries = 1_000_000
        configuration.journalBytes = 1 << 30
        configuration.sandboxIdle = 86_400
        return configuration
    }
}

/// The certificate authorities that the clients of a run must trust.
struct VerifyTrust {
    /// The variable with the file, for drivers and as the default of `--ca-file`.
    static let variable = "HYPERMOCK_CA_FILE"

    /// The file of the environment; nil if the variable is absent or empty.
    static var fileOfEnvironment: String? { CurrentProcess.variable(variable).flatMap { $0.isEmpty ? nil : $0 } }

    /// The connections of this package's client.
    let connections: ClientConnections
    private let pem: String
    /// The file of `--ca-file`.
    private let givenFile: String?
    private let newFile = FileManager.default.temporaryDirectory.path + "/hypermock-ca-\(UUID().uuidString).pem"

    /// Trusts the authorities of a PEM text; empty: those of the system.
    init(pem: String) throws {
        self.pem = pem
        givenFile = nil
        connections = pem.isEmpty ? .standard : try ClientConnections(trusting: pem)
    }

    /// Trusts the authorities of a PEM file; nil: those of the system.
    ///
    /// - Throws: `CommandFailure` if the file cannot be read, or contains no certificate.
    init(file: String?) throws {
        pem = ""
        givenFile = file
        guard let file else {
            connections = .standard
            return
        }
        connections = try AuthorityFile.read(file) { bytes in
            try ClientConnections(trusting: String(decoding: bytes, as: UTF8.self))
        }
    }

    /// Returns the path of a file with the authorities, for a driver, which it writes first if necessary; nil: the system's.
    ///
    /// - Throws: `CommandFailure` if the file cannot be written.
    func file() throws -> String? {
        if let givenFile { return URL(filePath: givenFile).path }
        guard !pem.isEmpty else { return nil }
        do {
            try Data(pem.utf8).write(to: URL(filePath: newFile))
            return newFile
        } catch {
            throw CommandFailure(.infrastructure, "hypermock: cannot write \(newFile): \(error)")
        }
    }

    func removeFile() {
        try? FileManager.default.removeItem(atPath: newFile)
    }
}

/// A PEM file with certificate authorities, the value of `--ca-file`.
enum AuthorityFile {
    /// A file of certificates is smaller.
    private static let limit = 4 << 20

    /// Reads the file and passes it to `body`.
    ///
    /// - Throws: `CommandFailure` if the file cannot be read, or `body` throws.
    static func read<Value>(_ path: String, _ body: ([UInt8]) throws -> Value) throws -> Value {
        let bytes: [UInt8]
        do throws(DiskFile.Failure) {
            bytes = try DiskFile.contents(of: path, limit: limit)
        } catch {
            throw CommandFailure(.usage, "hypermock: --ca-file: cannot read \(path): \(error.reason)")
        }
        do {
            return try body(bytes)
        } catch {
            throw CommandFailure(.usage, "hypermock: --ca-file \(path): \(error)")
        }
    }
}
