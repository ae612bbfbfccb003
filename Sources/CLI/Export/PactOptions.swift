import ArgumentParser

/// The options of `hypermock export pact`.
struct PactOptions: ParsableArguments {
    @Option(help: "Name of the consumer, the client.")
    var consumer = "consumer"

    @Option(help: "Name of the provider, the server.")
    var provider = "provider"

    @Option(name: .customLong("spec"), help: "Version of the Pact specification: 2, 3 or 4.")
    var specification = 4

    func validate() throws {
        guard (2...4).contains(specification) else { throw ValidationError("--spec must be 2, 3 or 4") }
        for (option, name) in [("--consumer", consumer), ("--provider", provider)] {
            guard name.isEmpty || name.contains(where: { $0 == "/" || $0.isNewline || $0 == "\0" }) else { continue }
            throw ValidationError("\(option) must be a name without slashes and line breaks")
        }
    }
}
