import Documents

/// Reports a run as TAP version 13 (https://testanything.org/tap-version-13-specification.html).
///
/// A step of a case is a test, as are the checks after the last step; a failed test has a YAML block.
package struct TAPReporter {
    private let report: RunReport

    package init(_ report: RunReport) {
        self.report = report
    }

    /// The document.
    package var text: String {
        let lines = report.variants.flatMap { variant in variant.cases.flatMap { Self.tests(of: $0, variant) } }
        var text = "TAP version 13\n1..\(lines.count)\(lines.isEmpty ? " # SKIP nothing ran" : "")\n"
        for (index, test) in lines.enumerated() { text += test.text(number: index + 1) }
        for gap in report.unjudged { text += "# not judged: \(gap)\n" }
        for flake in report.flakes { text += "# flaky: \(flake.text)\n" }
        for line in report.slowLines { text += "# slow: \(line)\n" }
        for line in report.drift.lines { text += "# baseline: \(line)\n" }
        return text + (report.interruption.map { "Bail out! \($0)\n" } ?? "")
    }

    private static func tests(of run: CaseReport, _ variant: VariantReport) -> [TAPTest] {
        let repetition = run.repetition > 1 ? " #\(run.repetition)" : ""
        let name = "\(variant.name) (\(run.label)\(repetition)): "
        return run.steps.map { step in
            TAPTest(
                name: name + step.name,
                status: step.status,
                skipReason: step.skipReason ?? step.checks.lazy.compactMap(\.skipReason).first,
                failures: CheckFailure.all(in: step.checks),
                known: KnownFailure.reasons(in: step.checks),
                exchange: step.exchange,
                reproduction: run.reproduction
            )
        } + [
            TAPTest(
                name: name + "after the last step",
                status: RunStatus(of: run.checks.map(\.status)),
                skipReason: run.checks.lazy.compactMap(\.skipReason).first,
                failures: CheckFailure.all(in: run.checks),
                known: KnownFailure.reasons(in: run.checks),
                exchange: "",
                reproduction: run.reproduction
            )
        ]
    }
}

/// A test line with its YAML block.
private struct TAPTest {
    let name: String
    let status: RunStatus
    let skipReason: String?
    let failures: [CheckFailure]
    /// The reasons of the known failures.
    let known: [String]
    let exchange: String
    let reproduction: String

    func text(number: Int) -> String {
        switch status {
        // A case is flaky, its steps are not.
        case .passed, .flaky: "ok \(number) - \(Self.escaped(name))\n"
        case .known:
            "not ok \(number) - \(Self.escaped(name)) # TODO known failure: \(Self.escaped(known.joined(separator: "; ")))\n"
        case .skipped: "ok \(number) - \(Self.escaped(name)) # SKIP \(Self.escaped(skipReason ?? ""))\n"
        case .failed:
            "not ok \(number) - \(Self.escaped(name))\n" + (["---"] + details + ["..."]).map { "  \($0)\n" }.joined()
        }
    }

    private var details: [String] {
        let message = failures.map(\.message).joined(separator: "; ").oneLine(1000)
        var lines = ["message: \(Self.quoted(message))", "severity: fail", "checks:"]
        for failure in failures {
            lines += [
                "  - name: \(Self.quoted(failure.name))", "    at: \(Self.quoted(failure.location.description))",
                "    expected: \(Self.quoted(failure.expected))", "    actual: \(Self.quoted(failure.actual))",
            ]
            if let basis = failure.basis { lines.append("    basis: \(Self.quoted(basis))") }
        }
        if !exchange.isEmpty { lines.append("exchange: \(Self.quoted(exchange.truncated(to: 20_000)))") }
        return lines + ["rerun: \(Self.quoted(reproduction))"]
    }

    /// Returns one line in which `#` does not begin a directive.
    private static func escaped(_ text: String) -> String {
        replacing([#"\"#: #"\\"#, "#": "\\#"], in: text.oneLine(500))
    }

    /// Returns a double-quoted YAML string with escapes that minimal parsers support.
    private static func quoted(_ text: String) -> String {
        let lines = text.printableLines().map { replacing([#"\"#: #"\\"#, "\"": #"\""#, "\t": #"\t"#], in: $0) }
        return "\"\(lines.joined(separator: #"\n"#))\""
    }

    private static func replacing(_ escapes: [Unicode.Scalar: String], in text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars { escaped += escapes[scalar] ?? String(scalar) }
        return escaped
    }
}
