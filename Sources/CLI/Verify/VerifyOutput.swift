import Contracts
import UV

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The outputs of a run: the console, the report files, and GitHub Actions if it runs there.
struct VerifyOutput {
    private let requests: [ReportRequest]
    private let files: [(kind: ReportKind, file: OutputFile)]
    private let isQuiet: Bool
    private let links: SourceLinks?
    private let environment: [String: String]

    /// Checks and prepares the report files.
    ///
    /// - Throws: `CommandFailure` if a report cannot be written.
    init(_ requests: [ReportRequest], isQuiet: Bool, links: SourceLinks?, inputs: InputFiles) throws {
        self.requests = requests
        self.isQuiet = isQuiet
        self.links = links
        // All are checked before an older report is removed.
        files = try requests.map { ($0.kind, try OutputFile($0.path, kind: "report", inputs: inputs)) }
        for (_, file) in files { try file.prepare() }
        environment = ProcessInfo.processInfo.environment
    }

    /// The stream for people; standard error if a report uses the standard output.
    private var console: StandardStream {
        requests.contains(where: \.isStandardOutput) ? .error : .output
    }

    /// The progress line.
    var progress: ProgressLine { ProgressLine(isShown: !isQuiet, isColoured: isColoured(.error)) }

    /// Writes all outputs.
    ///
    /// - Throws: `CommandFailure` for the first report that could not be written, after writing the others.
    func write(_ report: RunReport) throws {
        let reporter = ConsoleReporter(report, style: ConsoleStyle(isColoured: isColoured(console)))
        console.write(inert(isQuiet ? reporter.shortText : reporter.text))
        if isAutomatic(.github) { console.write(ReportKind.github.text(of: report)) }
        if isAutomatic(.markdown) { appendSummary(of: report) }
        var failure: (any Error)?
        for (kind, file) in files {
            do { try file.write(kind.text(of: report, links: links)) } catch { failure = failure ?? error }
        }
        if let failure { throw failure }
    }

    /// Returns the text so that GitHub Actions executes no line of it as a command: between two lines with a random token.
    private func inert(_ text: String) -> String {
        guard environment["GITHUB_ACTIONS"] == "true" else { return text }
        let token = "hypermock-\(UInt64.random(in: 0 ... .max))"
        return "::stop-commands::\(token)\n\(text)::\(token)::\n"
    }

    /// Whether GitHub Actions gets this report by default.
    private func isAutomatic(_ kind: ReportKind) -> Bool {
        environment["GITHUB_ACTIONS"] == "true" && !requests.contains { $0.kind == kind }
    }

    /// Appends to the summary that other commands of the same step may have written.
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

    private func isColoured(_ stream: StandardStream) -> Bool {
        stream.hasColors { environment[$0] }
    }
}

/// The line with the progress of a run, on a terminal only.
struct ProgressLine {
    private let isShown: Bool
    private let style: ConsoleStyle
    private let interval = Duration.milliseconds(50)
    private var shownAt: Duration?

    init(isShown: Bool, isColoured: Bool) {
        self.isShown = isShown && StandardStream.error.isTerminal
        style = ConsoleStyle(isColoured: isColoured)
    }

    mutating func show(_ progress: RunProgress) {
        guard isShown, shownAt.map({ progress.elapsed - $0 >= interval }) ?? true else { return }
        shownAt = progress.elapsed
        let text = ProgressText(
            done: progress.done,
            total: progress.total,
            failed: progress.failed,
            left: progress.left,
            style: style
        )
        StandardStream.error.write("\r\u{1B}[K\(text.text)")
    }

    /// Removes the line.
    func clear() {
        if isShown { StandardStream.error.write("\r\u{1B}[K") }
    }
}
