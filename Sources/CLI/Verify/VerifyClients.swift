import Contracts
import MockServing

/// The clients that `verify` tests, and the processes of a driver.
struct VerifyClients {
    /// One for each API and transport of this package's client, or one for a driver.
    let kinds: [DriverKind]

    private let driver: (pool: DriverPool, thread: DriverThread)?

    /// This package's client; without transports that of the platform.
    init(_ styles: [APIStyle], with transports: [ClientTransport], _ connections: ClientConnections) {
        let choices = transports.isEmpty ? [nil] : transports.map { $0 as ClientTransport? }
        kinds = styles.flatMap { style in
            choices.map { choice in
                var kind = HALClientDriver.kind(style, with: choice, connections)
                kind.version = Product.version
                return kind
            }
        }
        driver = nil
    }

    /// Another client by a driver, which is started once to check it.
    ///
    /// - Throws: `CommandFailure` if it does not start.
    init(driver command: String, trust: VerifyTrust, helloWithin limit: Duration) async throws {
        let variable = try trust.file().map { file in
            "\(VerifyTrust.variable)=\(Shell.quoted(file)); export \(VerifyTrust.variable); "
        }
        let thread = try await DriverThread.start(command: (variable ?? "") + command)
        let pool = DriverPool(helloWithin: limit) { () async throws(DriverFailure) in
            try await thread.launch()
        }
        do {
            kinds = [try await pool.kind(arguments: "--driver \(Shell.quoted(command))")]
        } catch {
            await thread.stop()
            throw CommandFailure(.infrastructure, "hypermock: --driver \(Shell.quoted(command)): \(error.message)")
        }
        driver = (pool, thread)
    }

    /// Ends the processes of the driver.
    func close() async {
        guard let driver else { return }
        await driver.pool.close()
        await driver.thread.stop()
    }
}
