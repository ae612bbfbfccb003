import ArgumentParser
import Documents
import Recordings
import Scenarios
import UV

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Where scenarios are written.
struct ScenarioOutputOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Scenario file to write, a folder, or - for standard output. (default: Scenarios/NAME.yaml)",
            valueName: "path"
        )
    )
    var out: String?

    @Flag(help: "Replace an existing scenario file.")
    var force = false

    @Flag(help: "Add to an existing scenario file the requests that it does not have; everything else in it remains.")
    var merge = false

    func validate() throws {
        guard force, merge else { return }
        throw ValidationError("--force cannot be combined with --merge")
    }
}

/// A scenario file to write, with its body files.
struct ScenarioOutput {
    private static let standardOutput = "-"
    private static let defaultFolder = "Scenarios"
    private static let filesFolder = "__files"

    /// The path of the scenario file; `-` is standard output.
    let path: String
    /// The name of the scenario in addresses.
    let slug: String
    /// The file that gets what it does not have yet; nil for a new file.
    let existing: ExistingScenario?
    private let isForced: Bool

    /// Checks that the file may be written.
    ///
    /// - Throws: `CommandFailure` if it exists already, or no name can be made for it.
    init(_ options: ScenarioOutputOptions, source: String, isSingle: Bool) throws {
        isForced = options.force
        let name = FileName(source).slug
        let out = options.out ?? Self.defaultFolder + "/"
        guard out != Self.standardOutput else {
            path = out
            slug = name ?? "imported"
            existing = nil
            return
        }
        let isFolder = !isSingle || out.hasSuffix("/") || DiskFile.kind(of: out) == .folder
        if isFolder {
            guard let name else {
                let reason = "no character of its name is allowed in an address; pass --out FILE"
                throw CommandFailure(.usage, "hypermock: \(source): \(reason)")
            }
            path = (out.hasSuffix("/") ? out : out + "/") + name + ".yaml"
            slug = name
        } else {
            path = out
            slug = FileName(out).slug ?? "imported"
        }
        guard DiskFile.kind(of: path) != nil else {
            existing = nil
            return
        }
        guard isForced || options.merge else {
            let advice = "pass --force to replace it, or --merge to add to it"
            throw CommandFailure(.usage, "hypermock: \(path) exists already; \(advice)")
        }
        existing = options.merge ? try Self.read(path) : nil
    }

    private static func read(_ path: String) throws -> ExistingScenario {
        let bytes: [UInt8]
        do throws(DiskFile.Failure) {
            bytes = try DiskFile.contents(of: path, limit: ScenarioReader.maximumBytes)
        } catch {
            throw CommandFailure(.infrastructure, "hypermock: \(error.reason)")
        }
        do throws(SyntaxProblem) {
            return try ExistingScenario(bytes)
        } catch {
            let log = IssueLog(SourceFile(path: path, bytes: bytes))
            log.add(error)
            throw CommandFailure(.scenarios, IssueReport(log.issues).text)
        }
    }

    /// Checks that the folder, or the nearest one above it that exists, can be written.
    ///
    /// - Throws: `CommandFailure` if it cannot.
    func probe() throws {
        guard path != Self.standardOutput else { return }
        var folder = FileName(path).folder
        while DiskFile.kind(of: folder) == nil, folder != ".", folder != "/" { folder = FileName(folder).folder }
        let probe = URL(filePath: folder).appending(path: ".hypermock-\(ProcessInfo.processInfo.processIdentifier)")
        try attempt {
            try Data().write(to: probe)
            try FileManager.default.removeItem(at: probe)
        }
    }

    /// Writes the files, the scenario last, and says so on standard error.
    ///
    /// - Throws: `CommandFailure` if one cannot be written.
    func write(_ scenario: GeneratedScenario, summary: String) throws {
        let counts = [(scenario.interactions, "interaction"), (scenario.steps, "step"), (scenario.secrets, "secret")]
            .map(IssueReport.count)
        let resources = scenario.resources > 0 ? IssueReport.count(scenario.resources, "live resource") + ", " : ""
        let facts = "\(resources)\(counts[0]), \(counts[1]), \(counts[2]) replaced"
        if existing != nil, scenario.interactions == 0 {
            StandardStream.error.write("hypermock: \(path) has everything already\n" + summary)
            return
        }
        guard path != Self.standardOutput else {
            guard scenario.files.isEmpty else {
                let reason =
                    "the scenario needs \(IssueReport.count(scenario.files.count, "body file")); pass --out FILE"
                throw CommandFailure(.usage, "hypermock: \(reason)")
            }
            StandardStream.output.write(scenario.text)
            StandardStream.error.write("hypermock: \(facts)\n" + summary)
            return
        }
        let folder = URL(filePath: FileName(path).folder)
        let files = folder.appending(path: Self.filesFolder)
        try attempt { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }
        if !scenario.files.isEmpty {
            try attempt { try FileManager.default.createDirectory(at: files, withIntermediateDirectories: true) }
        }
        for file in scenario.files { try write(file, to: files) }
        let output = try OutputFile(path, kind: "scenario", inputs: InputFiles([]))
        try output.write(scenario.text)
        let verb = existing == nil ? "wrote" : "added to"
        StandardStream.error.write("hypermock: \(verb) \(path): \(facts)\n" + summary)
    }

    private func write(_ file: GeneratedScenario.BodyFile, to folder: URL) throws {
        let target = folder.appending(path: file.name)
        if let existing = try? Data(contentsOf: target), !isForced {
            guard !existing.elementsEqual(file.bytes) else { return }
            throw CommandFailure(.usage, "hypermock: \(target.path) exists already; pass --force to replace it")
        }
        try attempt { try Data(file.bytes).write(to: target, options: .atomic) }
    }

    private func attempt(_ body: () throws -> Void) throws {
        do { try body() } catch {
            throw CommandFailure(.infrastructure, "hypermock: \(path) cannot be written: \(OutputFile.reason(error))")
        }
    }
}
