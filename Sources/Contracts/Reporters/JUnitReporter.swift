import Documents
import HAL

/// Reports a run as JUnit XML that is valid under both the Ant (windyroad) and the Jenkins (junit-10) schema.
///
/// A variant is a `testsuite`. A step of a case is a `testcase`, as are the checks after the last step:
///
/// ```xml
/// <testsuites>
///   <testsuite id="0" package="unavailable-then-back" name="unavailable-then-back" tests="3" failures="1" …>
///     <properties/>
///     <testcase classname="unavailable-then-back.async" name="the first read is refused" time="0.004"/>
/// ```
package struct JUnitReporter {
    private let report: RunReport

    package init(_ report: RunReport) {
        self.report = report
    }

    /// The document.
    package var text: String {
        var xml = XMLText()
        // The Ant schema does not allow a zone.
        let timestamp = report.startedAt.iso8601
        xml.open("testsuites")
        for (index, variant) in report.variants.enumerated() {
            write(variant, number: index, timestamp: timestamp, to: &xml)
        }
        if let interruption = report.interruption {
            write(interruption, number: report.variants.count, timestamp: timestamp, to: &xml)
        }
        xml.close("testsuites")
        return xml.text
    }

    /// Writes the interruption of a run as an error, which passed test cases cannot hide.
    private func write(_ interruption: String, number: Int, timestamp: String, to xml: inout XMLText) {
        let name = "(the run)"
        open(
            name,
            package: name,
            number,
            [("tests", "1"), ("failures", "0"), ("errors", "1")],
            timestamp,
            .zero,
            to: &xml
        )
        xml.open("properties")
        xml.close("properties")
        xml.open("testcase", [("classname", name), ("name", "every case ran"), ("time", "0.000")])
        xml.element("error", [("type", "interrupted"), ("message", interruption)], text: "")
        xml.close("testcase")
        close(&xml)
    }

    private func write(_ variant: VariantReport, number: Int, timestamp: String, to xml: inout XMLText) {
        let cases = variant.cases.flatMap { run in Self.testCases(of: run, variant) }
        let time = variant.cases.reduce(Duration.zero) { $0 + $1.duration }
        let counts = [
            ("tests", "\(cases.count)"), ("failures", "\(cases.count { $0.status == .failed })"), ("errors", "0"),
            ("skipped", "\(cases.count { $0.status == .skipped || $0.status == .known })"),
        ]
        open(variant.name, package: variant.slug, number, counts, timestamp, time, to: &xml)
        xml.open("properties")
        for (name, value) in properties(of: variant) { xml.empty("property", [("name", name), ("value", value)]) }
        xml.close("properties")
        for testCase in cases { testCase.write(to: &xml) }
        close(&xml)
    }

    /// The properties with unique names, which some readers require.
    private func properties(of variant: VariantReport) -> [(String, String)] {
        let gaps = report.clients.flatMap { client in
            var client = client.counted(in: variant.cases)
            client.gaps.removeAll(where: \.isEmpty)
            return client.lines
        }
        let unjudged = gaps + variant.cases.unjudgedOpinions + report.unsupported.map { "over \($0.rawValue)" }
        let fixed = report.drift.fixed.filter {
            Glob(String($0.prefix { $0 != ":" })).matches(variant.name, or: variant.slug)
        }
        return [("file", variant.file)]
            + [("tags", variant.tags), ("not judged", unjudged), ("fixed", fixed)].filter { !$0.1.isEmpty }
            .map { ($0, $1.joined(separator: ", ")) }
    }

    private func open(
        _ name: String,
        package: String,
        _ number: Int,
        _ counts: [(String, String)],
        _ timestamp: String,
        _ time: Duration,
        to xml: inout XMLText
    ) {
        let head = [("id", "\(number)"), ("package", package), ("name", name), ("hostname", "localhost")]
        xml.open("testsuite", head + [("timestamp", timestamp)] + counts + [("time", time.decimalSeconds)])
    }

    private func close(_ xml: inout XMLText) {
        xml.element("system-out", text: "")
        xml.element("system-err", text: "")
        xml.close("testsuite")
    }

    private static func testCases(of run: CaseReport, _ variant: VariantReport) -> [JUnitTestCase] {
        let repetition = run.repetition > 1 ? ".\(run.repetition)" : ""
        let wire = run.wire.flatMap { $0 == .http ? nil : ".\($0.rawValue)" } ?? ""
        let className = "\(variant.name).\(run.client)\(wire)\(repetition)"
        let attempts = [run] + run.failedAttempts
        let steps = run.steps.indices.map { index in
            JUnitTestCase.joined(
                attempts.filter { index < $0.steps.count }.map {
                    JUnitTestCase($0.steps[index], className: className, reproduction: run.reproduction)
                }
            )
        }
        let afterwards = JUnitTestCase.joined(attempts.map { JUnitTestCase(afterwards: $0, className: className) })
        return steps + [afterwards]
    }
}

/// A JUnit test case: a step, or the checks after the last step.
struct JUnitTestCase {
    let status: RunStatus
    private let className: String
    private let name: String
    private let time: Duration
    private let message: String
    private let detail: String
    /// The failed attempts before this one.
    private var failedAttempts: [JUnitTestCase] = []

    /// Returns the first of several attempts of a test case, which is the last one of the run, with the failures of the others.
    static func joined(_ attempts: [JUnitTestCase]) -> JUnitTestCase {
        var last = attempts[0]
        last.failedAttempts = attempts.dropFirst().filter { $0.status == .failed }
        return last
    }

    init(_ step: StepReport, className: String, reproduction: String) {
        self.className = className
        name = step.name.oneLine()
        time = step.duration
        status = step.status
        message = step.skipReason ?? Self.message(of: step.checks, status: step.status)
        guard status == .failed else {
            detail = ""
            return
        }
        let exchange = step.exchange.truncated(to: 20_000)
        let parts = [step.location.description, Self.detail(of: step.checks), exchange, "rerun: \(reproduction)"]
        detail = parts.filter { !$0.isEmpty }.joined(separator: "\n\n")
    }

    init(afterwards run: CaseReport, className: String) {
        self.className = className
        name = "(after the last step)"
        time = .zero
        status = RunStatus(of: run.checks.map(\.status))
        message = Self.message(of: run.checks, status: status)
        detail = status == .failed ? "\(Self.detail(of: run.checks))\n\nrerun: \(run.reproduction)" : ""
    }

    func write(to xml: inout XMLText) {
        let attributes = [("classname", className), ("name", name), ("time", time.decimalSeconds)]
        guard status != .passed || !failedAttempts.isEmpty else {
            xml.empty("testcase", attributes)
            return
        }
        xml.open("testcase", attributes)
        switch status {
        case .failed: xml.element("failure", problem, text: detail)
        case .skipped, .known: xml.empty("skipped", [("message", message)])
        case .passed, .flaky: break
        }
        // The names are those of Maven's Surefire.
        for attempt in failedAttempts {
            let name = status == .failed ? "rerunFailure" : "flakyFailure"
            xml.open(name, attempt.problem)
            xml.element("stackTrace", text: attempt.detail)
            xml.close(name)
        }
        xml.close("testcase")
    }

    private var problem: [(String, String)] { [("type", "contract"), ("message", message)] }

    private static func message(of checks: [CheckReport], status: RunStatus) -> String {
        switch status {
        case .failed: CheckFailure.all(in: checks).map(\.message).joined(separator: "; ").oneLine(1000)
        case .known: "known failure: " + KnownFailure.reasons(in: checks).joined(separator: "; ").oneLine(1000)
        case .passed, .flaky, .skipped: checks.lazy.compactMap(\.skipReason).first ?? ""
        }
    }

    private static func detail(of checks: [CheckReport]) -> String {
        CheckFailure.all(in: checks).map {
            "\($0.location) \($0.name)\n  expected: \($0.expected)\n  actual: \($0.actual)"
                + ($0.basis.map { "\n  basis: \($0)" } ?? "")
        }.joined(separator: "\n")
    }
}
