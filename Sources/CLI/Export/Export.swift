import ArgumentParser
import Documents
import Recordings
import Scenarios
import UV

/// The command `hypermock export`.
struct Export: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Write scenarios as files of other tools.",
        discussion: """
            A Pact has one interaction for each step of the contracts, with the response that the step receives:

              hypermock export pact --consumer app --provider stations Scenarios

            Its verifier can check a running server, which enters the states that the Pact names:

              hypermock serve Scenarios
              pact verifier -f app-stations.json -h 127.0.0.1 -p 8080 --base-path /@pact \\
                -s http://127.0.0.1:8080/@pact/__admin/pact-state --state-change-teardown

            Mappings of WireMock and their body files are written into a folder:

              hypermock export wiremock Scenarios --out wiremock
              java -jar wiremock-standalone.jar --root-dir wiremock

            The parts that a kind of file cannot express are left out, and counted by reason.

            Exit code 0 if the file was written, 3 if it cannot be written, 4 if a scenario file is invalid, 5 if there is \
            nothing to export.
            """
    )

    @Argument(help: "The kind of file: \(ExportKind.allCases.map(\.rawValue).joined(separator: ", ")).")
    var kind: ExportKind

    @Argument(
        help: ArgumentHelp("Scenario files or folders. (default: Scenarios)", valueName: "paths"),
        completion: .file()
    )
    var paths: [String] = []

    @Option(
        help: ArgumentHelp(
            "File to write, or - for standard output. (default for pact: CONSUMER-PROVIDER.json, for wiremock: the folder wiremock)",
            valueName: "path"
        )
    )
    var out: String?

    @Flag(help: "Replace an existing file.")
    var force = false

    @OptionGroup(title: "Pact")
    var pact: PactOptions

    func run() async throws {
        let chosen = paths.isEmpty ? ["Scenarios"] : paths
        let read = try await IssueReport.read(ScenarioSources(paths: chosen))
        guard kind != .wiremock else {
            let folder = try ExportedFolder(path: out ?? kind.defaultPath(self), isForced: force)
            return try folder.write(MappingsExport(read.scenarios))
        }
        let output = try ExportOutput(
            path: out ?? kind.defaultPath(self),
            isForced: force,
            inputs: InputFiles(read)
        )
        try output.write(try await kind.content(of: read.scenarios, self))
    }
}

/// A kind of file that scenarios can be written as.
enum ExportKind: String, ExpressibleByArgument, CaseIterable {
    case pact, wiremock

    /// The path without `--out`.
    func defaultPath(_ export: Export) -> String {
        switch self {
        case .pact: "\(export.pact.consumer)-\(export.pact.provider).json"
        case .wiremock: "wiremock"
        }
    }

    /// The content of the file.
    ///
    /// - Throws: `CommandFailure` if it cannot be made.
    func content(of scenarios: [Scenario], _ export: Export) async throws -> ExportedContent {
        switch self {
        case .pact: try await PactExport(export.pact).content(of: scenarios)
        case .wiremock: ExportedContent(text: nil, facts: "")
        }
    }
}

/// The content of an exported file.
struct ExportedContent {
    /// The text; nil if nothing can be exported.
    var text: String?
    /// The numbers of parts, such as `12 interactions`.
    var facts: String
    /// The parts that were left out, by reason, and the noun for one.
    var skipped = SkipCount()
    var part = "step"
}

/// An exported file, and where it is written.
struct ExportOutput {
    private static let standardOutput = "-"

    private let path: String
    private let file: OutputFile

    /// Checks that the file may be written.
    ///
    /// - Throws: `CommandFailure` if it exists already, or is one of the files that are read.
    init(path: String, isForced: Bool, inputs: InputFiles) throws {
        self.path = path
        file = try OutputFile(path, kind: "file", inputs: inputs)
        guard path != Self.standardOutput, DiskFile.kind(of: path) == .file, !isForced else { return }
        throw CommandFailure(.usage, "hypermock: \(path) exists already; pass --force to replace it")
    }

    /// Writes the file as a whole, and says so on standard error.
    ///
    /// - Throws: `CommandFailure` if it cannot be written, or there is nothing to write.
    func write(_ content: ExportedContent) throws {
        let skipped = content.skipped.reasons.map { reason in
            "  skipped: \(IssueReport.count(reason.count, content.part)): \(reason.text)\n"
        }
        .joined()
        guard let text = content.text else {
            StandardStream.error.write("hypermock: nothing to export\n" + skipped)
            throw CommandFailure(.nothingExecuted, "")
        }
        try file.write(text)
        let verb = path == Self.standardOutput ? "" : "wrote \(path): "
        StandardStream.error.write("hypermock: \(verb)\(content.facts)\n" + skipped)
    }
}
