import Documents
import MockServing
import Recordings
import Scenarios
import UV

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// One run of `hypermock record`: the proxy, and the scenario at its end.
struct RecordSession {
    let target: RecordTargetOptions
    let listening: RecordListeningOptions
    let recording: RecordingOptions
    let writing: ScenarioOutputOptions

    /// Records until a signal, then writes the scenario.
    ///
    /// - Throws: `CommandFailure` if the port is not available, the scenario cannot be written, or nothing was recorded.
    func run() async throws {
        let most = MockServerConfiguration().maxConnections
        let connections = try OpenFiles.prepareServing(threads: 1, connections: most)
        let output = try makeOutput()
        if recording.diff { _ = try compared(output) } else { try output.probe() }
        let portFile = try listening.portFile.map { try OutputFile($0, kind: "port file", inputs: InputFiles([])) }
        warn()
        let recorder = Recorder(recording)
        do {
            let server = try await ProxyServer.start(configuration(recorder, connections))
            let grace = Duration.seconds(listening.grace)
            let events = try await ServeEvents.start(watching: nil, server: ([try await server.activity], grace))
            try portFile?.write("\(server.port)\n", waitingForReader: true)
            announce(server, output)
            await follow(events, server, grace)
            // From here on, a signal ends the process at once, without a file or with a whole one.
            await events.stop()
        } catch let error as MockServerError {
            throw CommandFailure(.infrastructure, "hypermock: \(error.description)")
        } catch let error as UVError {
            throw CommandFailure(.infrastructure, "hypermock: \(error)")
        }
        try finish(recorder.end())
    }

    private func makeOutput() throws -> ScenarioOutput {
        var options = writing
        options.merge = options.merge || recording.diff
        return try ScenarioOutput(options, source: target.name + ".yaml", isSingle: true)
    }

    private func configuration(_ recorder: Recorder, _ connections: Int) -> ProxyConfiguration {
        let timeout = Duration.seconds(target.timeout)
        let upstream = HTTPUpstream(
            verification: target.insecureUpstream ? .none : .all,
            maxBodyBytes: recording.maxBodyBytes,
            timeout: timeout,
            isTransparent: true
        )
        var configuration = ProxyConfiguration(origin: target.origin, upstream: upstream) { exchange in
            guard let warning = recorder.add(exchange) else { return }
            Self.say("hypermock: warning: \(warning)\n")
        }
        configuration.host = listening.bind
        configuration.port = listening.port
        configuration.maxConnections = connections
        configuration.maxBodyBytes = recording.maxBodyBytes
        configuration.timeout = timeout
        configuration.logStyle.hasColors = stream.hasColors()
        let stream = stream
        if !listening.quiet { configuration.log = { stream.write($0, waitingAtMost: $1) } }
        return configuration
    }

    /// The stream for the ready line and the log; the standard output may be for the scenario.
    private var stream: StandardStream { writing.out == "-" ? .error : .output }

    private func warn() {
        recording.kept.warn()
        if target.insecureUpstream {
            let risk = "others can read and change the requests, credentials included"
            Self.say("hypermock: warning: --insecure-upstream accepts any certificate: \(risk)\n")
        }
        if listening.isOpen {
            let risk = "other machines can send requests to \(target.origin) through this proxy"
            Self.say("hypermock: warning: with --bind \(listening.bind), \(risk)\n")
        }
    }

    private func announce(_ server: ProxyServer, _ output: ScenarioOutput) {
        let place = writing.out == "-" ? "standard output" : output.path
        let verb = recording.diff ? "compares with" : "writes"
        stream.write(
            "hypermock ready http://\(SocketAddress.authority(listening.bind, server.port))\n"
                + "  recording \(target.origin); Ctrl-C \(verb) \(place)\n"
        )
    }

    /// Waits for the end of the proxy: after the requests in progress at the first signal, at once at the second.
    private func follow(_ events: ServeEvents, _ server: ProxyServer, _ grace: Duration) async {
        var stopping: Task<Void, Never>?
        for await event in events.stream {
            guard case .signal = event else { continue }
            guard stopping == nil else { return await server.stop(grace: .zero) }
            stopping = Task {
                await server.stop(grace: grace)
                events.end()
            }
        }
    }

    private func finish(_ recorded: Recorder.Recording) throws {
        guard !recorded.exchanges.isEmpty else {
            throw CommandFailure(.nothingExecuted, "hypermock: nothing was recorded; no file is written")
        }
        if recording.diff { return try compare(recorded, makeOutput()) }
        let output = try finalOutput()
        var generator = generator(for: output)
        generator.existing = output.existing
        let scenario = generator.scenario(of: recorded.exchanges, origin: target.origin)
        try output.write(scenario, summary: Self.summary(of: recorded))
    }

    /// Prints what the server responds differently than the file.
    private func compare(_ recorded: Recorder.Recording, _ output: ScenarioOutput) throws {
        let existing = try compared(output)
        let scenario = generator(for: output).scenario(of: recorded.exchanges, origin: target.origin)
        let differences = RecordingDifferences(scenario, with: existing)
        StandardStream.output.write(DifferencesReport(differences, path: output.path).text)
        Self.say(Self.summary(of: recorded))
        guard differences.interactions.isEmpty else {
            throw CommandFailure(.contracts, "hypermock: \(target.origin) responds differently than \(output.path)")
        }
        if differences.compared == 0 {
            throw CommandFailure(.nothingExecuted, "hypermock: nothing that was recorded is in \(output.path)")
        }
    }

    /// The file of `--diff`.
    private func compared(_ output: ScenarioOutput) throws -> ExistingScenario {
        guard let existing = output.existing else {
            throw CommandFailure(.usage, "hypermock: --diff: \(output.path) does not exist; pass it as --out FILE")
        }
        return existing
    }

    private func generator(for output: ScenarioOutput) -> ScenarioGenerator {
        var generator = ScenarioGenerator(title: recording.title ?? target.name, slug: output.slug)
        generator.summary = "Recorded from \(target.origin)."
        recording.kept.apply(to: &generator)
        // The codings that could be removed have no field any more.
        generator.keptFields.append("Content-Encoding")
        return generator
    }

    /// The lines about what was left out or is not as it should be.
    private static func summary(of recorded: Recorder.Recording) -> String {
        var summary = ""
        if recorded.omitted > 0 {
            summary += "  not recorded: \(IssueReport.count(recorded.omitted, "exchange")), beyond the limits\n"
        }
        if recorded.encoded > 0 {
            summary += "  note: \(recorded.encoded) bodies are still compressed with another coding than gzip\n"
        }
        return summary
    }

    /// The output as the disk is now: a file that was made meanwhile is not replaced, but the recording is not lost.
    private func finalOutput() throws -> ScenarioOutput {
        do {
            return try makeOutput()
        } catch let failure as CommandFailure where writing.out != "-" {
            Self.say(failure.message + "\n")
            var options = writing
            options.force = false
            options.merge = false
            options.out = "\(target.name)-\(UUID().uuidString.prefix(8).lowercased()).yaml"
            return try ScenarioOutput(options, source: target.name + ".yaml", isSingle: true)
        }
    }

    /// Prints to standard error, and waits at most 250 ms for a slow reader, so that signals are still handled.
    private static func say(_ text: String) {
        StandardStream.error.write(Array(text.utf8), waitingAtMost: 250)
    }
}
