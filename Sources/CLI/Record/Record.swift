import ArgumentParser
import MockServing
import UV

/// The command `hypermock record`.
struct Record: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "record",
        abstract: "Record a running API as a scenario with a contract.",
        discussion: """
            A proxy: it forwards each request to the server, and its response to the client. SIGINT (Ctrl-C) or SIGTERM \
            ends the recording, and writes it as one scenario:

              hypermock record --to https://api.example.com
              curl http://127.0.0.1:8080/stations/7
              hypermock verify Scenarios/api-example-com.yaml

            Credentials become placeholders: the same value has the same placeholder everywhere. Links of the server lead \
            clients to the proxy.

            With --diff, the file is not written, but compared: it tells what the server responds differently now.

            Exit code 0 if a scenario was written, 1 if --diff finds differences, 3 if it cannot be written or the port is \
            not available, 4 if the file for --merge or --diff is invalid, 5 if nothing was recorded.
            """
    )

    @OptionGroup
    var target: RecordTargetOptions

    @OptionGroup(title: "Listening")
    var listening: RecordListeningOptions

    @OptionGroup(title: "The recording")
    var recording: RecordingOptions

    @OptionGroup
    var writing: ScenarioOutputOptions

    func validate() throws {
        try target.validate()
        try listening.validate()
        try recording.validate()
        try writing.validate()
        if recording.diff, writing.force || writing.merge || writing.out == "-" {
            throw ValidationError("--diff cannot be combined with --force, --merge or --out -")
        }
        try recording.kept.validate(with: writing)
        if target.isAddress(port: listening.port, host: listening.bind) {
            throw ValidationError("--to \(target.to) is this proxy itself; choose another --port")
        }
    }

    func run() async throws {
        try await RecordSession(target: target, listening: listening, recording: recording, writing: writing).run()
    }
}
