import Contracts
import Documents
import Foundation
import Testing

/// Reports of a run in which every text comes from somebody who wants to break them.
struct HostileTextTests {
    static let texts = [
        "", "\n", "\r\n\r\n", "   ", "-", "\u{0}\u{1B}[2J\u{7F}", "\u{202E}\u{2066}", "é 🇩🇪 \u{301}", "\u{FFFE}\u{FFFF}",
        "</script><script>alert(1)</script>", "\" onload=\"alert(1)", "' onload='alert(1)", "]]>", "<!--", "&amp;&#0;",
        "...\n---\nok 1\nnot ok 2\nBail out!\n1..0", "# SKIP", "\\# TODO \\", "\"\\u0000\\x",
        "::error::no\n::add-mask::x",
        "%0A::error::no", "```\n</details>\n# no", "| a | b |\n|---|---|", "<details>", "`````", "[a](javascript:b)",
        String(repeating: "<é\n", count: 5000),
    ]

    /// The text wherever there is one.
    private static func report(_ text: String) -> RunReport {
        let place = SourceLocation(file: text, line: 1, column: 1)
        let failed = CheckReport(text, .failed(expected: text, actual: text), at: place)
        var step = StepReport(name: text, location: place, method: text, target: text, expectedOutcome: text)
        step.checks = [failed, CheckReport(text, .notJudged(NotJudged(text)), at: place)]
        step.outcome = text
        step.exchange = text
        step.curl = text
        var skipped = step
        skipped.notJudged = NotJudged(text, .unsupported(text))
        let run = CaseReport(client: text, steps: [step, skipped], checks: [failed], reproduction: text)
        var report = SampleReports.green
        report.variants = [
            VariantReport(
                slug: text,
                values: [text],
                title: text,
                tags: [text],
                file: text,
                cases: [run],
                unreached: [UnreachedInteraction(name: text, location: place)]
            )
        ]
        report.silent = [ScenarioWithoutContract(slug: text, file: text)]
        return report
    }

    @Test("TAP has as many tests as it plans", arguments: texts)
    func tap(_ text: String) {
        let lines = ReportKind.tap.text(of: Self.report(text)).split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.prefix(2) == ["TAP version 13", "1..3"])
        #expect(lines.count { $0.hasPrefix("ok ") || $0.hasPrefix("not ok ") } == 3)
        #expect(lines.count { $0 == "  ---" } == 2 && lines.count { $0 == "  ..." } == 2)
        #expect(!lines.contains { $0.hasPrefix("Bail out!") })
    }

    @Test("an annotation is one line", arguments: texts)
    func github(_ text: String) {
        let lines = ReportKind.github.text(of: Self.report(text)).split(
            separator: "\n",
            omittingEmptySubsequences: false
        )
        #expect(lines.count == 2 && lines[0].hasPrefix("::error file=") && lines[1].isEmpty, "\(lines)")
    }

    @Test("JSON gives every text back", arguments: texts)
    func json(_ text: String) throws {
        let report = Data(ReportKind.json.text(of: Self.report(text)).utf8)
        let object = try #require(try JSONSerialization.jsonObject(with: report) as? [String: Any])
        let variant = try #require((object["variants"] as? [[String: Any]])?.first)
        #expect(variant["title"] as? String == text)
    }

    @Test("markup has no element and no attribute of it", arguments: texts, [ReportKind.html, .junit])
    func markup(_ text: String, _ kind: ReportKind) {
        let report = kind.text(of: Self.report(text))
        #expect(!report.contains("<script") && !report.contains("\" onload=") && !report.contains("<!--"))
        let harmless = kind.text(of: Self.report(String(text.map { $0.isNewline ? "\n" : "x" })))
        #expect(Self.tags(report) == Self.tags(harmless), "as many tags as with letters instead")
    }

    /// The number of tags, without the marks of differences, of which longer texts have more.
    private static func tags(_ report: String) -> Int {
        report.replacing("<mark>", with: "").replacing("</mark>", with: "").count { $0 == "<" }
    }

    @Test("Markdown has as many blocks as it began", arguments: texts)
    func markdown(_ text: String) {
        let lines = ReportKind.markdown.text(of: Self.report(text)).split(separator: "\n")
        var fence: Substring?
        var details = 0
        for line in lines {
            if let open = fence {
                if line == open { fence = nil }
            } else if line.hasPrefix("```") {
                fence = line.prefix { $0 == "`" }
            } else {
                details += line.hasPrefix("<details>") ? 1 : line == "</details>" ? -1 : 0
                #expect(!line.hasPrefix("# "))
            }
        }
        #expect(fence == nil && details == 0)
    }

    @Test("the console stays short and plain", arguments: texts)
    func console(_ text: String) {
        let text = ConsoleReporter(Self.report(text)).text
        #expect(text.split(separator: "\n").count < 200 && text.utf8.count < 50_000)
        #expect(!text.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{202E}" || $0 == "\r" })
    }
}
