import ArgumentParser
import Contracts
import Scenarios

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The execution of the cases.
struct RunningOptions: ParsableArguments {
    /// The values of `--style`.
    enum Style: String, ExpressibleByArgument, CaseIterable {
        case async
        case callbacks
        case all
    }

    /// The values of `--transport`.
    enum Transports: String, ExpressibleByArgument, CaseIterable {
        case asyncHTTPClient = "async-http-client"
        case urlSession = "url-session"
        case all
    }

    /// The values of `--over`.
    enum Over: String, ExpressibleByArgument, CaseIterable {
        case http
        case https
        case h2
        case h2c
        case all
    }

    @Option(help: "API of this package's client to use. (default: all)")
    var style: Style?

    @Option(help: "Transport of this package's client. (default: the platform's)")
    var transport: Transports?

    @Option(
        help: ArgumentHelp(
            "Test another client through a driver, a program that makes the calls and communicates in lines of JSON.",
            valueName: "command"
        )
    )
    var driver: String?

    @Option(
        help: ArgumentHelp(
            "Protocol between client and server: HTTP/1.1 in the clear (http) or over TLS (https), HTTP/2 over TLS (h2) or in the clear (h2c). Repeatable. (default: http)",
            discussion:
                "h2c needs a driver that supports it; all means each that a client supports. A scenario with 'tls' uses https or h2 in any case. With --server, the default is what the client and the server negotiate."
        )
    )
    var over: [Over] = []

    @Option(help: ArgumentHelp("Use a running server instead of starting one.", valueName: "url"))
    var server: String?

    @Option(
        help: ArgumentHelp(
            "CA to trust for --server, PEM. (default: for https://, from HYPERMOCK_CA_FILE, else the system's; for http://, fetched from the server)",
            valueName: "file"
        )
    )
    var caFile: String?

    @Option(
        help: ArgumentHelp(
            "Expectations to judge: all, or none that are opinions of the scenario (rfc).",
            valueName: "profile"
        )
    )
    var profile = Profile.hypermock

    @Flag(help: "Test the contracts instead: they must detect deliberately broken clients.")
    var mutants = false

    @Option(
        help:
            "Number of cases to run at once. (default: 8 for each core, at least 16, since most of them wait; with --driver, one process for each core)"
    )
    var jobs: Int?

    @Flag(help: "Start no more cases after one has failed.")
    var failFast = false

    @Option(
        help: ArgumentHelp(
            "Number of times to run a failed case again; one that passes then is flaky, neither passed nor failed.",
            valueName: "n"
        )
    )
    var retries = 0

    @Option(name: .customLong("repeat"), help: "Number of times to run each case.")
    var repetitions: Int?

    /// The values of `--repeat-until`.
    enum RepetitionEnd: String, ExpressibleByArgument, CaseIterable {
        case fail
    }

    @Option(
        help: ArgumentHelp(
            "Run all cases again and again until one fails, at most --repeat times or until --max-duration.",
            valueName: "fail"
        )
    )
    var repeatUntil: RepetitionEnd?

    @Flag(
        help: ArgumentHelp(
            "Stay, and run changed scenarios each time that their files are saved, until SIGINT or SIGTERM.",
            discussion:
                "On a terminal, keys start runs: a runs all cases, f those that failed, Enter the last ones again; q quits. The exit code is that of the last run."
        )
    )
    var watch = false

    @Option(help: ArgumentHelp("List the cases that take longer than this.", valueName: "seconds"))
    var slow: Double?

    @Flag(
        help: ArgumentHelp(
            "Wait before a step with 'after', instead of advancing the server's clock.",
            discussion: "For clients whose own clock matters, such as one with a cache."
        )
    )
    var realTime = false

    @Option(help: "Run the cases in a random order with this seed.")
    var seed: UInt64?

    @Option(
        help: ArgumentHelp(
            "Time limit of a step in seconds. (default: its own time-out + 5 s)",
            discussion: "The same limit, at least 5 s, applies to the first line of a driver (default: 30 s).",
            valueName: "seconds"
        )
    )
    var timeout: Double?

    @Option(
        help: ArgumentHelp(
            "Time limit of the run in seconds; after it, no further case starts, and the run counts as interrupted.",
            valueName: "seconds"
        )
    )
    var maxDuration: Double?

    func validate() throws {
        if driver != nil, style != nil || transport != nil || mutants {
            throw ValidationError("--style, --transport and --mutants cannot be combined with --driver")
        }
        if let server, !server.hasPrefix("http://"), !server.hasPrefix("https://") {
            throw ValidationError("--server \(server) must begin with http:// or https://")
        }
        if let server, server.drop(while: { $0 != "/" }).dropFirst(2).prefix(while: { $0 != "/" }).contains("@") {
            throw ValidationError("--server must not contain a user or a password, which reports would show")
        }
        try validateProtocols()
        for choice in chosenTransports where choice.shared == nil {
            throw ValidationError("--transport \(choice.rawValue) is not compiled in; \(choice.remedy)")
        }
        if let jobs, !(1...1024).contains(jobs) {
            throw ValidationError("--jobs must be between 1 and 1024, not \(jobs)")
        }
        try OptionRange.check(repetitions ?? 1, in: repeatUntil == nil ? 1...10_000 : 1...1_000_000, of: "--repeat")
        try OptionRange.check(retries, in: 0...100, of: "--retries")
        guard repeatUntil == nil || repetitions != nil || maxDuration != nil else {
            throw ValidationError("--repeat-until fail needs a limit: --repeat N or --max-duration S")
        }
        for (name, seconds) in [("--timeout", timeout), ("--max-duration", maxDuration), ("--slow", slow)] {
            guard let seconds, !OptionRange.shortSeconds.contains(seconds) else { continue }
            throw ValidationError("\(name) must be between 0.001 and 86400 seconds")
        }
    }

    private func validateProtocols() throws {
        guard let server else {
            guard caFile == nil else { throw ValidationError("--ca-file has no effect without --server") }
            return
        }
        let unsuitable = over.first { over in
            WireProtocol(rawValue: over.rawValue).map { $0.isSecure != server.isSecureURL } ?? false
        }
        guard let unsuitable else { return }
        let (scheme, other) = server.isSecureURL ? ("http", "--over https or h2") : ("https", "--over http or h2c")
        throw ValidationError(
            "--over \(unsuitable.rawValue) needs --server \(scheme)://; with \(server), use \(other)"
        )
    }

    /// The selected protocols; with `--server`, those of its URL.
    var wires: [WireProtocol] {
        let chosen = over.isEmpty ? [.http] : over
        return WireProtocol.allCases.filter { wire in
            let isSuitable = server.map { $0.isSecureURL == wire.isSecure } ?? true
            return isSuitable && chosen.contains { $0 == .all || $0.rawValue == wire.rawValue }
        }
    }

    /// The servers of the run.
    var source: VerifyServers.Source {
        guard let server else { return .new(wires) }
        return .running(
            url: server,
            over.isEmpty ? [nil] : wires,
            authorityFile: caFile ?? (server.isSecureURL ? VerifyTrust.fileOfEnvironment : nil)
        )
    }

    var styles: [APIStyle] {
        switch style {
        case .async: [.async]
        case .callbacks: [.callbacks]
        case .all, nil: APIStyle.allCases
        }
    }

    /// Makes the clients; starts the first process of a driver.
    ///
    /// - Throws: `CommandFailure` if it does not start.
    func clients(_ trust: VerifyTrust) async throws -> VerifyClients {
        guard let driver else { return VerifyClients(styles, with: chosenTransports, trust.connections) }
        // Starting a process may take longer than a step.
        let limit = max(min(timeout ?? 30, maxDuration ?? 30), 5)
        return try await VerifyClients(driver: driver, trust: trust, helloWithin: .seconds(limit))
    }

    /// The number of runs that end with the first failure; nil: one run.
    var runLimit: Int? { repeatUntil.map { _ in repetitions ?? .max } }

    /// The transports that the option names; empty: the platform's.
    private var chosenTransports: [ClientTransport] {
        switch transport {
        case .asyncHTTPClient: [.asyncHTTPClient]
        case .urlSession: [.urlSession]
        case .all: ClientTransport.available
        case nil: []
        }
    }

    var options: ContractRunner.Options {
        var options = ContractRunner.Options()
        let cores = ProcessInfo.processInfo.activeProcessorCount
        options.jobs = jobs ?? (driver == nil ? max(8 * cores, 16) : cores)
        options.isFailFast = failFast
        options.repetitions = repeatUntil == nil ? repetitions ?? 1 : 1
        options.retries = retries
        options.seed = seed
        options.profile = profile
        options.isRealTime = realTime
        options.stepLimit = timeout.map { .seconds($0) }
        if let server { options.command += " --server \(Shell.quoted(server))" }
        if realTime { options.command += " --real-time" }
        if profile != .hypermock { options.command += " --profile \(profile.rawValue)" }
        if let caFile { options.command += " --ca-file \(Shell.quoted(caFile))" }
        return options
    }
}

extension Profile: ExpressibleByArgument {}

extension String {
    fileprivate var isSecureURL: Bool { hasPrefix("https://") }
}
