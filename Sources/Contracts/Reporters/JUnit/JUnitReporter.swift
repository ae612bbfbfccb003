import HAL
import Scenarios

/// A run as JUnit XML, in the shape that both the Ant (windyroad) and the Jenkins (junit-10) schema accept.
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
        // The Ant schema wants no zone.
        let timestamp = report.startedAt.iso8601
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

    private static func testCases(of run: CaseReport, _ variant: VariantReport) -> [JUnitTestCase] {
        let repetition = run.repetition > 1 ? ".\(run.repetition)" : ""
        let className = "\(variant.name).\(run.client)\(repetition)"
        let steps = run.steps.map { JUnitTestCase($0, className: className, reproduction: run.reproduction) }
        return steps + [JUnitTestCase(afterwards: run, className: className)]
    }
}
