import ArgumentParser
import MockServing
import UV
import Valkey

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The state that several servers share.
struct SharedStateOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Store of a state that several servers share: valkey://[user:password@]host[:port][/database].",
            discussion: """
                Also redis://, and over TLS valkeys:// or rediss://. The password can be in \
                HYPERMOCK_SHARED_STATE_PASSWORD instead.
                """,
            valueName: "url"
        )
    )
    var sharedState: String?

    @Option(help: ArgumentHelp("Name of the shared state, if one store has several.", valueName: "name"))
    var sharedName = "default"

    @Option(
        help: ArgumentHelp("Name of this server among those that share the state. (default: random)", valueName: "id")
    )
    var replicaID: String?

    @Option(
        help: ArgumentHelp(
            "Certificates that the store is verified with, as PEM. (default: those of the system)",
            valueName: "file"
        )
    )
    var sharedStateCa: String?

    @Option(
        help: ArgumentHelp(
            "Seconds between a signal to stop and the stop, in which /__admin/ready reports 503.",
            valueName: "seconds"
        )
    )
    var drainDelay = 0.0

    func validate() throws {
        try OptionRange.check(drainDelay, in: 0...OptionRange.shortSeconds.upperBound, of: "--drain-delay")
        for (name, option) in [(sharedName, "--shared-name"), (replicaID ?? "a", "--replica-id")] {
            guard !SharedStateConfiguration.isLegal(name: name) else { continue }
            throw ValidationError(
                "\(option) '\(name)' must have 1 to 64 of the characters A-Z, a-z, 0-9, '.', '_', '-'"
            )
        }
        _ = try address
        guard sharedState == nil, replicaID != nil || sharedStateCa != nil || sharedName != "default" else { return }
        throw ValidationError("--shared-name, --replica-id and --shared-state-ca require --shared-state")
    }

    /// Checks the options that a shared state does not support.
    func check(threads: Int, watches: Bool?) throws {
        guard sharedState != nil else { return }
        guard threads == 1 else {
            throw ValidationError(
                "--shared-state supports one thread: start more servers instead of --threads \(threads)"
            )
        }
        guard watches != true else {
            throw ValidationError(
                "--watch cannot be combined with --shared-state: while they reload, servers would serve different files"
            )
        }
    }

    func apply(to configuration: inout MockServerConfiguration) throws {
        guard let address = try address else { return }
        let random = String(UUID().uuidString.lowercased().prefix(8))
        var shared = SharedStateConfiguration(address, replica: replicaID ?? random)
        shared.name = sharedName
        if address.isSecure { shared.authorities = try authorities }
        shared.report = { StandardStream.error.write(Array("hypermock: \($0)\n".utf8), waitingAtMost: 250) }
        configuration.sharedState = shared
    }

    private var address: StoreAddress? {
        get throws {
            guard let sharedState else { return nil }
            do throws(StoreError) {
                var address = try StoreAddress(sharedState)
                let password = CurrentProcess.variable("HYPERMOCK_SHARED_STATE_PASSWORD")
                if address.password == nil, let password, !password.isEmpty { address.password = password }
                return address
            } catch {
                // Without the value, which may contain a password.
                throw ValidationError("--shared-state: \(error)")
            }
        }
    }

    private var authorities: [UInt8] {
        get throws {
            let system = [
                CurrentProcess.variable("SSL_CERT_FILE") ?? "", "/etc/ssl/certs/ca-certificates.crt",
                "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/cert.pem",
            ]
            for path in sharedStateCa.map({ [$0] }) ?? system {
                if let file = FileManager.default.contents(atPath: path) { return [UInt8](file) }
            }
            let problem = sharedStateCa.map { "--shared-state-ca \($0) cannot be read" }
            throw ValidationError(problem ?? "no certificates of the system were found: set --shared-state-ca")
        }
    }
}
