import ArgumentParser
import Contracts
import Scenarios

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What `verify` runs.
struct SelectionOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Scenarios or variants of these names; * and ? stand for others.", valueName: "glob"))
    var only: [String] = []

    @Option(help: "Scenarios with this tag.")
    var tag: [String] = []

    @Option(help: "Scenarios with a step of this method.")
    var method: [String] = []

    @Option(help: ArgumentHelp("Scenarios with a step that expects this outcome.", valueName: "outcome"))
    var outcome: [ExpectedOutcome] = []

    @Flag(help: "What failed when it last ran here, as .hypermock/last-run.json says.")
    var lastFailed = false

    var selection: Selection {
        var selection = Selection()
        selection.names = only
        selection.tags = tag
        selection.methods = method.map { $0.uppercased() }
        selection.outcomes = outcome
        return selection
    }
}

/// How `verify` runs it.
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

    @Option(help: "async, callbacks or all: which API of this package's client. (default: all)")
    var style: Style?

    @Option(help: "async-http-client, url-session or all: what brings its requests. (default: the platform's own)")
    var transport: Transports?

    @Option(
        help: ArgumentHelp(
            "Judge another client instead, through a program that makes its calls: it speaks lines of JSON.",
            valueName: "command"
        )
    )
    var driver: String?

    @Option(help: ArgumentHelp("Use a server that is already running.", valueName: "url"))
    var server: String?

    @Flag(help: "Judge the scenarios instead: broken clients must be found out by them.")
    var mutants = false

    @Option(help: "Cases at once. (default: the number of cores)")
    var jobs: Int?

    @Flag(help: "Begin no case after one has failed.")
    var failFast = false

    @Option(name: .customLong("repeat"), help: "How often each case runs.")
    var repetitions = 1

    @Option(help: "Shuffle the cases by this number.")
    var seed: UInt64?

    @Option(
        help: ArgumentHelp(
            "Seconds that a step may take. (default: its own time-out and 5 s)",
            discussion: "A driver has as long for its hello, but at least 5 s, and 30 s by default.",
            valueName: "seconds"
        )
    )
    var timeout: Double?

    @Option(
        help: ArgumentHelp(
            "Seconds for the whole run; past it no case is begun, and the run counts as interrupted.",
            valueName: "seconds"
        )
    )
    var runTimeout: Double?

    func validate() throws {
        if driver != nil, style != nil || transport != nil || mutants {
            throw ValidationError("--style, --transport and --mutants are about this package's client, not a --driver")
        }
        if let server, !server.hasPrefix("http://"), !server.hasPrefix("https://") {
            throw ValidationError("--server \(server): it begins with http:// or https://")
        }
        for choice in chosenTransports where choice.shared == nil {
            throw ValidationError("--transport \(choice.rawValue) is not compiled in; \(choice.remedy)")
        }
        if let jobs, !(1...1024).contains(jobs) { throw ValidationError("--jobs \(jobs): use 1 to 1024") }
        guard (1...10_000).contains(repetitions) else {
            throw ValidationError("--repeat \(repetitions): use 1 to 10000")
        }
        for (name, seconds) in [("--timeout", timeout), ("--run-timeout", runTimeout)] {
            guard let seconds, !OptionRange.shortSeconds.contains(seconds) else { continue }
            throw ValidationError("\(name) must be between 0.001 and 86400 seconds")
        }
    }

    var styles: [APIStyle] {
        switch style {
        case .async: [.async]
        case .callbacks: [.callbacks]
        case .all, nil: APIStyle.allCases
        }
    }

    /// The clients, the driver's first process among them.
    func clients() async throws -> VerifyClients {
        guard let driver else { return VerifyClients(styles, over: chosenTransports) }
        // To start a process may take longer than a step.
        let limit = max(min(timeout ?? 30, runTimeout ?? 30), 5)
        return try await VerifyClients(driver: driver, helloWithin: .seconds(limit))
    }

    /// Those that were asked for; empty: the platform's own.
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
        options.jobs = jobs ?? ProcessInfo.processInfo.activeProcessorCount
        options.isFailFast = failFast
        options.repetitions = repetitions
        options.seed = seed
        options.stepLimit = timeout.map { .seconds($0) }
        if let server { options.command += " --server \(Shell.quoted(server))" }
        return options
    }
}

/// What `verify` tells, and where.
struct ReportingOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Write a report: \(ReportKind.allCases.map(\.rawValue).joined(separator: ", ")); - is stdout. Repeatable.",
            valueName: "kind=path"
        )
    )
    var report: [ReportRequest] = []

    @Option(
        help: ArgumentHelp(
            "What must be reached: 100 (percent of outcomes × methods) or conflict:GET,PUT. Repeatable.",
            valueName: "spec"
        )
    )
    var minCoverage: [CoverageGate] = []

    @Flag(help: "No progress and no table; failures and counts only.")
    var quiet = false

    func validate() throws {
        let twice = report.first { one in report.count { OutputFile.isSame($0.path, one.path) } > 1 }
        guard let twice else { return }
        throw ValidationError(
            "--report: two reports cannot go to \(twice.isStandardOutput ? "the standard output" : twice.path)"
        )
    }

    /// - Throws: `Failure` when a report cannot be written, before anything has run.
    func output(inputs: InputFiles) throws -> VerifyOutput {
        try VerifyOutput(report, isQuiet: quiet, inputs: inputs)
    }
}

extension ExpectedOutcome: ExpressibleByArgument {}

extension CoverageGate: ExpressibleByArgument {
    /// Reads what stands after `--min-coverage`.
    public init?(argument: String) {
        self.init(argument)
    }
}
