import ArgumentParser
import Recordings
import UV

/// The parts of exchanges that generated scenarios keep, of those that are usually left out or replaced.
struct KeptPartsOptions: ParsableArguments {
    @Flag(help: "Keep the time that the server took for each response.")
    var delays = false

    @Flag(
        help: ArgumentHelp(
            "Let successful writes change the state of the scenario, on which the responses to other requests depend.",
            discussion: "A response that differs after a POST, PUT, PATCH or DELETE is then sent after it, not before."
        )
    )
    var stateful = false

    @Flag(help: "Write credentials as they are instead of placeholders.")
    var keepSecrets = false

    @Option(
        help: ArgumentHelp("Keep a field of responses that is usually left out, such as Server.", valueName: "name")
    )
    var keepHeader: [String] = []

    /// - Throws: `ValidationError` if states would be added to those of an existing file.
    func validate(with writing: ScenarioOutputOptions) throws {
        guard stateful, writing.merge else { return }
        throw ValidationError("--stateful cannot be combined with --merge")
    }

    /// Says on standard error that credentials are written, if they are.
    func warn() {
        guard keepSecrets else { return }
        StandardStream.error.write("hypermock: warning: --keep-secrets writes credentials to files\n")
    }

    func apply(to generator: inout ScenarioGenerator) {
        generator.isStateful = stateful
        generator.keepsSecrets = keepSecrets
        generator.keepsDelays = delays
        generator.keptFields = keepHeader
    }
}
