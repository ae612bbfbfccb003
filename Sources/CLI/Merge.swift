import ArgumentParser
import Contracts
import Scenarios

/// The command `hypermock merge`.
struct Merge: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "merge",
        abstract: "Merge the reports of shards.",
        discussion: """
            Machines that share the contracts write one JSON report each:

              hypermock verify Scenarios --shard 1/2 --report json=1.json
              hypermock verify Scenarios --shard 2/2 --report json=2.json

            Merged, they give the reports, the gates and the exit code of one run:

              hypermock merge 1.json 2.json --report junit=report.xml --min-coverage 100

            Exit code 0 to 6: as hypermock verify; 2 also if the reports are not all shards of one run.
            """
    )

    @Argument(help: "JSON reports of all shards, in any order.", completion: .file())
    var files: [String]

    @OptionGroup(title: "Known failures")
    var known: BaselineOptions

    @OptionGroup(title: "Earlier runs")
    var earlier: StateOptions

    @OptionGroup(title: "Reports")
    var reporting: ReportingOptions

    func validate() throws {
        try known.validate(beside: reporting.report)
        guard !reporting.report.contains(where: { $0.kind == .har }) else {
            throw ValidationError("--report har: the JSON reports do not contain the requests; use hypermock verify")
        }
    }

    func run() async throws {
        let parts = try files.map(Self.part)
        let baseline = try known.read()
        if baseline == nil, let part = parts.first(where: \.report.hasBaseline) {
            let reason = "the run of \(part.name) had known failures; pass the same --baseline FILE"
            throw CommandFailure(.usage, "hypermock: merge: \(reason)")
        }
        let output = try reporting.output(inputs: InputFiles(files))
        var report = try Self.merged(parts)
        if let baseline {
            report.unmark()
            report.mark(by: baseline.known)
            try baseline.settle(&report)
        }
        if var state = earlier.state {
            report.trend = state.trend(of: report)
            state.keep(report)
        }
        try output.write(report)
        try reporting.gates.judge(report)
    }

    private static func part(_ path: String) throws -> ReportMerge.Part {
        let bytes: [UInt8]
        do throws(DiskFile.Failure) {
            bytes = try DiskFile.contents(of: path, limit: RunReport.maximumBytes)
        } catch {
            throw CommandFailure(.infrastructure, "hypermock: merge: \(error.reason)")
        }
        do throws(ReportProblem) {
            return ReportMerge.Part(path, try RunReport(json: bytes))
        } catch {
            throw CommandFailure(.usage, "hypermock: merge: \(path): \(error)")
        }
    }

    private static func merged(_ parts: [ReportMerge.Part]) throws -> RunReport {
        do throws(ReportProblem) {
            return try ReportMerge.report(of: parts)
        } catch {
            throw CommandFailure(.usage, "hypermock: merge: \(error)")
        }
    }
}
