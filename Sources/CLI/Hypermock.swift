import ArgumentParser

@main
struct Hypermock: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "hypermock",
        abstract: "A mock HAL server and contract-test harness."
    )
}
