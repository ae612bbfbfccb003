import Scenarios

/// What JUnit calls a test case: a step, or what was judged after the last one.
struct JUnitTestCase {
    let status: RunStatus
    private let className: String
    private let name: String
    private let time: Duration
    private let message: String
    private let detail: String

    init(_ step: StepReport, className: String, reproduction: String) {
        self.className = className
        name = step.name.oneLine()
        time = step.duration
        status = step.status
        message = step.skipReason ?? Self.message(of: step.checks)
        guard status == .failed else {
            detail = ""
            return
        }
        let exchange = Excerpt.of(step.exchange, limit: 20_000)
        let parts = [step.location.description, Self.detail(of: step.checks), exchange, "again: \(reproduction)"]
        detail = parts.filter { !$0.isEmpty }.joined(separator: "\n\n")
    }

    init(afterwards run: CaseReport, className: String) {
        self.className = className
        name = "(after the last step)"
        time = .zero
        status = RunStatus(of: run.checks.map(\.status))
        message = Self.message(of: run.checks)
        detail = status == .failed ? "\(Self.detail(of: run.checks))\n\nagain: \(run.reproduction)" : ""
    }

    func write(to xml: inout XMLText) {
        let attributes = [("classname", className), ("name", name), ("time", time.decimalSeconds)]
        guard status != .passed else {
            xml.empty("testcase", attributes)
            return
        }
        xml.open("testcase", attributes)
        if status == .failed {
            xml.element("failure", [("type", "contract"), ("message", message)], text: detail)
        } else {
            xml.empty("skipped", [("message", message)])
        }
        xml.close("testcase")
    }

    private static func message(of checks: [CheckReport]) -> String {
        let failures = CheckFailure.all(in: checks)
        guard failures.isEmpty else { return failures.map(\.message).joined(separator: "; ").oneLine(1000) }
        return checks.lazy.compactMap(\.skipReason).first ?? ""
    }

    private static func detail(of checks: [CheckReport]) -> String {
        CheckFailure.all(in: checks).map {
            "\($0.location) \($0.name)\n  expected: \($0.expected)\n  actual: \($0.actual)"
        }.joined(separator: "\n")
    }
}

extension CheckReport {
    /// Why the check could not be judged; nil: it was.
    var skipReason: String? {
        guard case .skipped(let reason) = verdict else { return nil }
        return reason
    }
}
