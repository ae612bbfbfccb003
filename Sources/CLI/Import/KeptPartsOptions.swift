import ArgumentParser
import Recordings
import UV

/// The parts of exchanges that generated scenarios keep, of those that are usually left out or replaced.
struct KeptPartsOptions: ParsableArguments {
    @Flag(help: "Keep the time that the server took for each response.")
    var delays = false

    @Flag(help: "Write credentials as they are instead of placeholders.")
    var keepSecrets = false

    @Option(
        help: ArgumentHelp("Keep a field of responses that is usually left out, such as Server.", valueName: "name")
    )
    var keepHeader: [String] = []

    /// Says on standard error that credentials are written, if they are.
    func warn() {
        guard keepSecrets else { return }
        StandardStream.error.write("hypermock: warning: --keep-secrets writes credentials to files\n")
    }

    func apply(to generator: inout ScenarioGenerator) {
        generator.keepsSecrets = keepSecrets
        generator.keepsDelays = delays
        generator.keptFields = keepHeader
    }
}
