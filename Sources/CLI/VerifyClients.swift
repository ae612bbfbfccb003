import Contracts

/// The clients that `verify` tests, and the processes of a driver.
struct VerifyClients {
    /// One for each API and transport of this package's client, or one for a driver.
    let kinds: [DriverKind]

    private let driver: (pool: DriverPool, thread: DriverThread)?

    /// This package's client.
    init(_ styles: [APIStyle], over transports: [ClientTransport]) {
        kinds = styles.flatMap { style in
            transports.isEmpty
                ? [HALClientDriver.kind(style)] : transports.map { HALClientDriver.kind(style, over: $0) }
        }
        driver = nil
    }

    /// Another client by a driver, which is started once to check it.
    ///
    /// - Throws: `CommandFailure` if it does not start.
    init(driver command: String, helloWithin limit: Duration) async throws {
        let thread = try await DriverThread.start(command: command)
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
