package import HAL

/// An earlier run, for the trend of later ones.
package struct RunSummary: Sendable, Hashable {
    package var startedAt: HTTPDate
    package var duration: Duration
    /// The number of its cases, and of those that failed or were flaky.
    package var cases: Int
    package var failed: Int
    package var flaky: Int

    /// Summarizes a complete run.
    package init(_ report: RunReport) {
        let counts = RunCounts(report).cases
        startedAt = report.startedAt
        duration = report.duration
        cases = counts.total
        failed = counts.failed
        flaky = counts.flaky
    }

    /// Reads the members that ``json`` has; nil if one is missing or invalid.
    package init?(json: JSONValue) {
        guard let summary = try? RunSummary(ReportNode(json)) else { return nil }
        self = summary
    }

    init(_ node: ReportNode) throws(ReportProblem) {
        startedAt = try node["startedAt"].time()
        duration = try node["durationSeconds"].seconds()
        cases = try node["cases"].integer()
        failed = try node["failed"].integer()
        flaky = try node["flaky"].integer()
    }
}

extension RunReport {
    /// The failed cases of the earlier runs and of this one, in one line; empty if none has any.
    var trendLines: [String] {
        let runs = trend + [RunSummary(self)]
        guard runs.count > 1, runs.contains(where: { $0.failed + $0.flaky > 0 }) else { return [] }
        let texts = runs.map { $0.flaky > 0 ? "\($0.failed) (\($0.flaky) flaky)" : "\($0.failed)" }
        return ["failed cases of \(runs.count) runs, this one last: \(texts.joined(separator: ", "))"]
    }

    /// The cases that took longer than the limit, the slowest first.
    var slowLines: [String] {
        guard let limit = setup?.slow else { return [] }
        let slow = variants.flatMap { variant in
            variant.cases.filter { $0.duration > limit }.map { (name: variant.name, run: $0) }
        }
        return slow.enumerated().sorted { ($1.element.run.duration, $0.offset) < ($0.element.run.duration, $1.offset) }
            .map {
                "\($0.element.run.duration.readable) \($0.element.name.oneLine()) (\($0.element.run.label.oneLine(60)))"
            }
    }
}
