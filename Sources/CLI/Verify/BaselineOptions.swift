import ArgumentParser
import Contracts
import Documents
import UV

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The baseline of known failures.
struct BaselineOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Known failures, YAML: they do not fail the run until their date; new failures do.",
            valueName: "file"
        )
    )
    var baseline: String?

    @Flag(help: "Write the failures of this run to the file of --baseline, and keep its reasons and dates.")
    var writeBaseline = false

    func validate() throws {
        guard writeBaseline, baseline == nil else { return }
        throw ValidationError("--write-baseline needs the file: --baseline FILE")
    }

    /// Throws `ValidationError` if a report would replace the file.
    func validate(beside reports: [ReportRequest]) throws {
        guard let baseline, reports.contains(where: { OutputFile.isSame($0.path, baseline) }) else { return }
        throw ValidationError("--report and --baseline cannot be the same file, \(baseline)")
    }

    /// Reads the file; an absent one is empty if the run writes it.
    ///
    /// - Throws: `CommandFailure` if the file cannot be read, or is invalid.
    func read() throws -> VerifyBaseline? {
        guard let path = baseline else { return nil }
        let exists = FileManager.default.fileExists(atPath: path)
        guard exists || !writeBaseline else { return VerifyBaseline(path: path, isWritten: true) }
        guard exists, let data = try? Data(contentsOf: URL(filePath: path)) else {
            let remedy = exists ? "it cannot be read" : "it does not exist; --write-baseline creates it"
            throw CommandFailure(.infrastructure, "hypermock: --baseline \(path): \(remedy)")
        }
        let (known, issues) = BaselineFile.read([UInt8](data), path: path)
        guard let known else {
            let lines = issues.map { issue in
                let advice = issue.suggestion.map { "; \($0)" } ?? ""
                return "hypermock: --baseline: \(issue.location): \(issue.message)\(advice)"
            }
            throw CommandFailure(.usage, lines.joined(separator: "\n"))
        }
        return VerifyBaseline(path: path, known: known, isWritten: writeBaseline)
    }
}

/// The baseline of a run, and its file.
struct VerifyBaseline {
    let path: String
    var known = Baseline()
    /// Whether the run writes the file.
    let isWritten: Bool

    /// Compares a run with the baseline and, if the run is complete, writes the file.
    ///
    /// - Throws: `CommandFailure` if the file cannot be written.
    func settle(_ report: inout RunReport) throws {
        guard !report.isInterrupted else { return }
        guard isWritten else {
            report.drift = BaselineDrift(known, report)
            return
        }
        let recorded = known.recording(report)
        do {
            try Data(BaselineFile.text(of: recorded).utf8).write(to: URL(filePath: path), options: .atomic)
        } catch {
            throw CommandFailure(.infrastructure, "hypermock: --baseline \(path): it cannot be written: \(error)")
        }
        report.mark(by: recorded)
        report.drift = BaselineDrift(recorded, report)
        let unrecorded = report.cases.count { $0.status == .failed && $0.hasDriverFailure }
        guard unrecorded > 0 else { return }
        let reason = "cases in which the driver failed, not the client, are left out: \(unrecorded)"
        StandardStream.error.write("hypermock: --write-baseline: \(reason)\n")
    }
}
