import ArgumentParser
import Documents
import Recordings
import Scenarios
import UV

/// The command `hypermock import`.
struct Import: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Make scenarios from the files of other tools.",
        discussion: """
            Each file becomes one scenario. HAR files of browsers and proxies, OpenAPI descriptions, Pacts, \
            XML of PEWire-Control and the db.json of json-server also give it a contract; mappings of WireMock do not.

              hypermock import traffic.har
              hypermock verify Scenarios/traffic.yaml
              hypermock import app-stations.json --out Scenarios/stations.yaml

            Credentials become placeholders: the same value has the same placeholder everywhere.

            Exit code 0 if a scenario was written, 3 if it cannot be written, 4 if a file is invalid, 5 if a file \
            contains nothing to import.
            """
    )

    @Argument(help: "Files to import.", completion: .file())
    var files: [String]

    @OptionGroup
    var importing: ImportOptions

    @OptionGroup
    var writing: ScenarioOutputOptions

    func validate() throws {
        guard files.count == 1 || writing.out != "-" else {
            throw ValidationError("--out - needs a single file to import")
        }
        try importing.kept.validate(with: writing)
    }

    func run() throws {
        var isEmpty = false
        let outputs = try files.map { file in
            try ScenarioOutput(writing, source: file, isSingle: files.count == 1)
        }
        if let twice = Self.firstRepeated(outputs.map(\.path)) {
            throw CommandFailure(.usage, "hypermock: import: two files would be written to \(twice)")
        }
        importing.kept.warn()
        for (file, output) in zip(files, outputs) {
            let result = try importing.result(of: file, for: output)
            guard let scenario = result.scenario else {
                isEmpty = true
                StandardStream.error.write("hypermock: \(file): nothing to import\n" + ImportSummary(result).text)
                continue
            }
            try output.write(scenario, summary: ImportSummary(result).text)
        }
        if isEmpty { throw CommandFailure(.nothingExecuted, "") }
    }

    private static func firstRepeated(_ paths: [String]) -> String? {
        var seen: Set<String> = []
        return paths.first { $0 != "-" && !seen.insert($0).inserted }
    }
}

/// The options that choose what is imported.
struct ImportOptions: ParsableArguments {
    /// The names of `ImportFormat`.
    struct Kind: ExpressibleByArgument {
        let format: ImportFormat

        init?(argument: String) {
            guard let format = ImportFormat.named(argument) else { return nil }
            self.format = format
        }

        static var allValueStrings: [String] { ImportFormat.all.map(\.name) }
    }

    @Option(
        name: .customLong("as"),
        help: ArgumentHelp("Kind of the files. (default: recognized from the content)", valueName: "kind")
    )
    var kind: Kind?

    @Option(
        help: ArgumentHelp(
            "Import the exchanges with this origin. (default: the origin with the most exchanges)",
            valueName: "url"
        )
    )
    var origin: String?

    @Option(help: ArgumentHelp("Import only paths that match; * stands for any text.", valueName: "pattern"))
    var only: String?

    @Flag(name: .customLong("all"), help: "Import the documents, scripts and images of a page, too.")
    var includesAll = false

    @Flag(help: "Add the links of an OpenAPI description to its responses, as HAL.")
    var hal = false

    @OptionGroup
    var kept: KeptPartsOptions

    /// The largest file that is read, in bytes; the largest JSON document.
    private static let maximumBytes = 64 << 20

    /// Reads a file.
    ///
    /// - Throws: `CommandFailure` with all problems if it cannot be read.
    func result(of path: String, for output: ScenarioOutput) throws -> ImportResult {
        let bytes: [UInt8]
        do throws(DiskFile.Failure) {
            bytes = try DiskFile.contents(of: path, limit: Self.maximumBytes)
        } catch {
            throw CommandFailure(.infrastructure, "hypermock: import: \(error.reason)")
        }
        let name = path.split(separator: "/").last.map(String.init) ?? path
        var generator = ScenarioGenerator(title: FileName(path).stem, slug: output.slug)
        generator.summary = "Imported from \(name)."
        generator.existing = output.existing
        kept.apply(to: &generator)
        var settings = ImportSettings(generator)
        settings.origin = origin
        settings.only = only
        settings.includesAll = includesAll
        settings.addsLinks = hal
        let result = ImportFormat.read(bytes, path: path, as: kind?.format, settings)
        let report = IssueReport(result.issues)
        guard !result.issues.contains(where: { $0.severity == .error }) else {
            throw CommandFailure(.scenarios, report.text + report.summary)
        }
        StandardStream.error.write(IssueDigest(result.issues).text)
        return result
    }
}

/// The lines about the parts of a file that were left out or changed.
struct ImportSummary {
    let text: String

    init(_ result: ImportResult) {
        let skipped = result.skipped.reasons.map { "  skipped: \(IssueReport.count($0.count, "entry")), \($0.text)\n" }
        let notes = result.notes.reasons.map { "  note: \($0.count) \($0.text)\n" }
        text = (skipped + notes).joined().replacing(" entrys,", with: " entries,")
    }
}
