import ArgumentParser
import MockServing
import Testing

@testable import CLI

/// Whatever a number of the command line is, it is used or refused as wrong usage, and never ends the process.
struct NumericOptionsTests {
    static let numbers = [
        "inf", "-inf", "nan", "1e300", "-1", "-0", "0", "\(Int.max)", "\(Int.min)", "99999999999999999999",
    ]

    static let serveOptions = [
        "port", "threads", "journal-entries", "journal-bytes", "max-connections", "max-header-bytes", "max-body-bytes",
        "header-timeout", "idle-timeout", "sandbox-idle", "max-sandboxes", "max-resource-bytes", "grace",
        "max-request-journal-entries",
        "jetty-header-request-size", "jetty-idle-timeout",
    ]

    @Test(arguments: serveOptions, numbers)
    func ofServe(option: String, number: String) async throws {
        guard let command = Self.parse(Serve.self, ["--\(option)=\(number)"]) else { return }
        var configuration = MockServerConfiguration()
        command.listening.apply(to: &configuration)
        command.serving.apply(to: &configuration)
        command.limits.apply(to: &configuration)
        command.wireMock.apply(to: &configuration)
        configuration.port = 0
        configuration.log = nil
        let server = try await MockServer.start(loaded: [], configuration: configuration)
        await server.stop(grace: command.grace)
    }

    @Test(arguments: ["inf", "-inf", "nan", "1e300", "-1"])
    func refusesAGraceOutOfRange(number: String) {
        #expect(Self.parse(Serve.self, ["--grace=\(number)"]) == nil)
        #expect(Self.parse(Serve.self, ["--header-timeout=\(number)"]) == nil)
        #expect(Self.parse(Serve.self, ["--idle-timeout=\(number)"]) == nil)
    }

    @Test(arguments: ["jobs", "repeat", "seed", "timeout", "min-coverage"], numbers)
    func ofVerify(option: String, number: String) {
        let command = Self.parse(Verify.self, ["--\(option)=\(number)"])
        #expect((command?.running.jobs ?? 1) >= 1)
    }

    @Test(arguments: [Double.infinity, -.infinity, .nan, 1e300, -1, 0])
    func ofTheLibrary(seconds: Double) async throws {
        var configuration = MockServerConfiguration()
        configuration.headerTimeout = seconds
        configuration.idleTimeout = seconds
        configuration.sandboxIdle = .max
        let server = try await MockServer.start(loaded: [], configuration: configuration)
        await server.stop(grace: seconds > 0 ? .seconds(Int64.max) : .zero)
    }

    private static func parse<Command: ParsableCommand>(_ type: Command.Type, _ arguments: [String]) -> Command? {
        do {
            return try type.parse(arguments)
        } catch {
            #expect(type.exitCode(for: error) == .validationFailure)
            return nil
        }
    }
}
