import Contracts
import UV

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Where the report of a run goes: the console, the files that were asked for, and GitHub Actions if it runs there.
struct VerifyOutput {
    private let requests: [ReportRequest]
    private let files: [(kind: ReportKind, file: OutputFile)]
    private let isQuiet: Bool
    private let environment: [String: String]

    /// - Throws: `Failure` when a report cannot be written, before anything has run.
    init(_ requests: [ReportRequest], isQuiet: Bool, inputs: InputFiles) throws {
        self.requests = requests
        self.isQuiet = isQuiet
        // All are checked before the first older report is removed.
        files = try requests.map { ($0.kind, try OutputFile($0.path, kind: "report", inputs: inputs)) }
        for (_, file) in files { try file.prepare() }
        environment = ProcessInfo.processInfo.environment
    }

    /// A report on the standard output must be alone there.
    private var console: StandardStream {
        requests.contains(where: \.isStandardOutput) ? .error : .output
    }

    /// The line that shows how far the run has come.
    var progress: ProgressLine { ProgressLine(isShown: !isQuiet, isColoured: isColoured(.error)) }

    /// Writes everything.
    ///
    /// - Throws: `Failure` with the first report that could not be written; the others are.
    func write(_ report: RunReport) throws {
        let reporter = ConsoleReporter(report, style: ConsoleStyle(isColoured: isColoured(console)))
        console.write(inert(isQuiet ? reporter.shortText : reporter.text))
        if isAutomatic(.github) { console.write(ReportKind.github.text(of: report)) }
        if isAutomatic(.markdown) { appendSummary(of: report) }
        var failure: (any Error)?
        for (kind, file) in files {
            do { try file.write(kind.text(of: report)) } catch { failure = failure ?? error }
        }
        if let failure { throw failure }
    }

    /// GitHub Actions obeys lines of its log; until the token comes again, it takes none of these for a command.
    private func inert(_ text: String) -> String {
        guard environment["GITHUB_ACTIONS"] == "true" else { return text }
        let token = "hypermock-\(UInt64.random(in: 0 ... .max))"
        return "::stop-commands::\(token)\n\(text)::\(token)::\n"
    }

    /// Whether GitHub Actions gets that report although nobody has asked for it.
    private func isAutomatic(_ kind: ReportKind) -> Bool {
        environment["GITHUB_ACTIONS"] == "true" && !requests.contains { $0.kind == kind }
    }

    /// After what other commands of the same step have written there.
    private func appendSummary(of report: RunReport) {
        guard let path = environment["GITHUB_STEP_SUMMARY"], !path.isEmpty else { return }
        let place = URL(filePath: path)
        let before = (try? Data(contentsOf: place)) ?? Data()
        do {
            try (before + Data(ReportKind.markdown.text(of: report).utf8)).write(to: place)
        } catch {
            StandardStream.error.write("hypermock: warning: the job summary \(path) cannot be written: \(error)\n")
        }
    }

    /// Not where nobody looks, and not against the wish of `NO_COLOR` (https://no-color.org).
    private func isColoured(_ stream: StandardStream) -> Bool {
        stream.isTerminal && (environment["NO_COLOR"] ?? "").isEmpty && environment["TERM"] != "dumb"
    }
}
