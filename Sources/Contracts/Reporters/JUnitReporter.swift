import HAL
import Scenarios

/// A run as JUnit XML, in the shape that both the Ant (windyroad) and the Jenkins schema accept.
///
/// A variant is a `testsuite`, a step of a case is a `testcase`, and so is what was judged after the last step:
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
        let timestamp = Self.timestamp(report.startedAt)
        xml.open("testsuites")
        for (index, variant) in report.variants.enumerated() {
            write(variant, number: index, timestamp: timestamp, to: &xml)
        }
        xml.close("testsuites")
        return xml.text
    }

    private func write(_ variant: VariantReport, number: Int, timestamp: String, to xml: inout XMLText) {
        let cases = variant.cases.flatMap { run in Self.testCases(of: run, variant) }
        let time = variant.cases.reduce(Duration.zero) { $0 + $1.duration }
        xml.open(
            "testsuite",
            [
                ("id", "\(number)"), ("package", variant.slug), ("name", variant.name), ("hostname", "localhost"),
                ("timestamp", timestamp), ("tests", "\(cases.count)"),
                ("failures", "\(cases.count { $0.status == .failed })"), ("errors", "0"),
                ("skipped", "\(cases.count { $0.status == .skipped })"), ("time", time.decimalSeconds),
            ]
        )
        xml.open("properties")
        xml.empty("property", [("name", "file"), ("value", variant.file)])
        for tag in variant.tags { xml.empty("property", [("name", "tag"), ("value", tag)]) }
        xml.close("properties")
        for testCase in cases { testCase.write(to: &xml) }
        xml.element("system-out", text: "")
        xml.element("system-err", text: "")
        xml.close("testsuite")
    }

    private static func testCases(of run: CaseReport, _ variant: VariantReport) -> [TestCase] {
        let repetition = run.repetition > 1 ? ".\(run.repetition)" : ""
        let className = "\(variant.name).\(run.client)\(repetition)"
        let steps = run.steps.map { TestCase($0, className: className, reproduction: run.reproduction) }
        return steps + [TestCase(afterwards: run, className: className)]
    }

    /// `2026-11-03T10:00:00`, without a zone, as the Ant schema wants it.
    private static func timestamp(_ date: HTTPDate) -> String {
        let parts = date.description.split(separator: " ")
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        let month = (months.firstIndex(of: String(parts[2])) ?? 0) + 101
        return "\(parts[3])-\("\(month)".dropFirst())-\(parts[1])T\(parts[4])"
    }
}

/// What JUnit calls a test case.
private struct TestCase {
    let className: String
    let name: String
    let time: Duration
    let status: RunStatus
    let message: String
    let detail: String

    init(_ step: StepReport, className: String, reproduction: String) {
        self.className = className
        name = step.name
        time = step.duration
        status = step.status
        message = step.skipReason ?? Self.message(of: step.checks)
        let parts = [step.location.description, Self.detail(of: step.checks), step.exchange, "again: \(reproduction)"]
        detail = parts.filter { !$0.isEmpty }.joined(separator: "\n\n")
    }

    init(afterwards run: CaseReport, className: String) {
        self.className = className
        name = "(after the last step)"
        time = .zero
        status = RunStatus(of: run.checks.map(\.status))
        message = Self.message(of: run.checks)
        detail = "\(Self.detail(of: run.checks))\n\nagain: \(run.reproduction)"
    }

    func write(to xml: inout XMLText) {
        let attributes = [("classname", className), ("name", name), ("time", time.decimalSeconds)]
        switch status {
        case .passed: xml.empty("testcase", attributes)
        case .skipped:
            xml.open("testcase", attributes)
            xml.empty("skipped", [])
            xml.close("testcase")
        case .failed:
            xml.open("testcase", attributes)
            xml.element("failure", [("type", "contract"), ("message", message)], text: detail)
            xml.close("testcase")
        }
    }

    private static func failures(_ checks: [CheckReport]) -> [(check: CheckReport, expected: String, actual: String)] {
        checks.compactMap { check in
            guard case .failed(let expected, let actual) = check.verdict else { return nil }
            return (check, expected, actual)
        }
    }

    private static func message(of checks: [CheckReport]) -> String {
        failures(checks).map { "\($0.check.name): expected \($0.expected), got \($0.actual)" }.joined(separator: "; ")
    }

    private static func detail(of checks: [CheckReport]) -> String {
        failures(checks).map {
            "\($0.check.location) \($0.check.name)\n  expected: \($0.expected)\n  actual: \($0.actual)"
        }.joined(separator: "\n")
    }
}

extension Duration {
    /// `1.250`.
    var decimalSeconds: String { String(seconds.dropLast(2)) }
}
