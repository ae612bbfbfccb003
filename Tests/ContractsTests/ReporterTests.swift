import Contracts
import Foundation
import HAL
import Testing

/// What people and programs read of one and the same run; the files of `Golden` are what they read exactly.
struct ReporterTests {
    /// To write the files anew: `HYPERMOCK_WRITE_GOLDEN=1 swift test --filter ReporterTests`, and read the difference.
    static func golden(_ name: String, _ text: String) throws -> String {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Golden/\(name)")
        if ProcessInfo.processInfo.environment["HYPERMOCK_WRITE_GOLDEN"] != nil { try Data(text.utf8).write(to: file) }
        return try String(contentsOf: file, encoding: .utf8)
    }

    @Test("each report of a mixed run is as it was", arguments: ReportKind.allCases)
    func eachReportOfAMixedRun(_ kind: ReportKind) throws {
        let text = kind.text(of: SampleReports.mixed)
        #expect(try text == Self.golden("mixed.\(kind.rawValue)", text))
    }

    @Test("each report of a green run is as it was", arguments: ReportKind.allCases)
    func eachReportOfAGreenRun(_ kind: ReportKind) throws {
        let text = kind.text(of: SampleReports.green)
        #expect(try text == Self.golden("green.\(kind.rawValue)", text))
    }

    @Test("the console's text is as it was", arguments: ["mixed", "green", "many"])
    func theConsole(_ name: String) throws {
        let reports = ["mixed": SampleReports.mixed, "green": SampleReports.green]
        let text = ConsoleReporter(reports[name] ?? SampleReports.red(variants: 13)).text
        #expect(try text == Self.golden("\(name).txt", text))
    }

    @Test func aColouredConsoleSaysTheSame() throws {
        let plain = ConsoleReporter(SampleReports.mixed).text
        let coloured = ConsoleReporter(SampleReports.mixed, style: ConsoleStyle(isColoured: true)).text
        #expect(coloured != plain)
        #expect(coloured.replacing(/\u{1B}\[[0-9]+m/, with: "") == plain)
    }

    @Test("no report lets a control character through", arguments: ReportKind.allCases)
    func noControlCharacters(_ kind: ReportKind) {
        var report = SampleReports.mixed
        report.variants[0].title = "\u{1B}]0;gone\u{7} \u{9B}31m"
        report.variants[0].cases[1].steps[0].exchange += "\u{0}\u{FFFE}"
        let text = kind.text(of: report) + ConsoleReporter(report).text
        // JSON is lossless: it writes them as escapes, and what comes after DEL as it is.
        let isTold = text.unicodeScalars.contains {
            $0.properties.generalCategory == .control && $0 != "\n" && $0 != "\u{9B}"
        }
        #expect(!isTold)
        #expect(kind == .json || !text.unicodeScalars.contains { $0 == "\u{9B}" || $0 == "\u{202E}" })
    }

    /// `.ci/reports` reads each kind of file with the programs that it is made for.
    @Test("CI reads each kind of report, and the documentation names it", arguments: ReportKind.allCases)
    func isReadAndDocumented(_ kind: ReportKind) throws {
        let page = try RepositoryFile.text("Sources/Contracts/Contracts.docc/Reports.md")
        #expect(page.contains("\n| `\(kind.rawValue)` |"))
        let script = try RepositoryFile.text(".ci/reports")
        let kinds = try #require(script.firstMatch(of: /\nkinds=\((.+)\)\n/)).output.1.split(separator: " ")
        #expect(kinds.contains { $0 == kind.rawValue })
        #expect(script.contains("\necho \"\(kind.rawValue): "))
    }

    @Test("500 failures do not flood what people read at once", arguments: [ReportKind.github, .markdown])
    func manyFailures(_ kind: ReportKind) {
        let few = kind.text(of: SampleReports.red(variants: 50))
        let many = kind.text(of: SampleReports.red(variants: 500))
        #expect(many.count < few.count + 500)
    }

    @Test func theConsoleIsBoundedToo() {
        let few = ConsoleReporter(SampleReports.red(variants: 50)).text
        let many = ConsoleReporter(SampleReports.red(variants: 500)).text
        #expect(many.count < few.count + 1000, "a few more lines of what was never reached")
        #expect(many.contains("✗ and 490 more, by their first failure"))
    }

    @Test("an answer of any length is cut", arguments: ReportKind.allCases.filter { $0 != .json })
    func anAnswerOfAnyLengthIsCut(_ kind: ReportKind) {
        var report = SampleReports.mixed
        let long = String(repeating: "\u{1}<\"\n", count: 1 << 18)
        report.variants[0].cases[1].steps[0].exchange = long
        report.variants[0].cases[1].steps[0].curl = long
        report.variants[0].cases[1].steps[0].checks[0].verdict = .failed(expected: long, actual: long)
        #expect(kind.text(of: report).utf8.count < 300_000)
        #expect(ConsoleReporter(report).text.utf8.count < 10_000)
    }

    @Test("a run that was interrupted says so", arguments: ReportKind.verdicts)
    func anInterruptedRun(_ kind: ReportKind) {
        var report = SampleReports.green
        report.isInterrupted = true
        #expect(kind.text(of: report) != kind.text(of: SampleReports.green))
        #expect(!kind.text(of: report).contains("all 2 cases passed"))
        #expect(ConsoleReporter(report).text.contains("– 2 cases passed before the run ended"))
        let error = #"<error type="interrupted" message="the run ended before every case ran">"#
        #expect(JUnitReporter(report).text.contains(error))
    }

    @Test("a run of nothing is a report too", arguments: ReportKind.allCases)
    func aRunOfNothing(_ kind: ReportKind) {
        let text = kind.text(of: RunReport(startedAt: SampleReports.green.startedAt, duration: .zero))
        #expect(kind == .github ? text.isEmpty : !text.isEmpty)
    }

    @Test(
        "progress shows how much is left",
        arguments: [
            (0, 400, 0, nil, "────────────────────────  0 of 400"),
            (120, 400, 3, 2800, "━━━━━━━─────────────────  120 of 400  3 failed  3 s left"),
            (1, 200, 0, 199_000, "────────────────────────  1 of 200  3 min 19 s left"),
            (400, 400, 0, 0, "━━━━━━━━━━━━━━━━━━━━━━━━  400 of 400  0 s left"),
        ] as [(Int, Int, Int, Int?, String)]
    )
    func progress(done: Int, total: Int, failed: Int, milliseconds: Int?, expected: String) {
        let left = milliseconds.map { Duration.milliseconds($0) }
        #expect(ProgressText(done: done, total: total, failed: failed, left: left).text == expected)
    }

    @Test func aFewSlowCasesDoNotMakeTheRestSlow() throws {
        var remaining = RemainingTime()
        for _ in 0..<10 { remaining.note(.seconds(3)) }
        #expect(remaining.estimate(cases: 4000, jobs: 2) == nil, "too few cases")
        for _ in 0..<30 { remaining.note(.milliseconds(2)) }
        let left = try #require(remaining.estimate(cases: 4000, jobs: 2))
        #expect(left > .seconds(2) && left < .seconds(8), "\(left)")
        #expect(remaining.estimate(cases: 0, jobs: 2) == .zero)
    }

    @Test("what a client cannot do is in every report", arguments: ReportKind.verdicts)
    func whatAClientCannotDo(_ kind: ReportKind) {
        let text = kind.text(of: SampleReports.gap)
        #expect(text.contains("follow"))
        #expect(text.contains("1 step, 1 check") || kind == .json, "\(text)")
        #expect(kind.text(of: SampleReports.green) != text)
        let console = ConsoleReporter(SampleReports.gap).text
        #expect(console.contains("python does not declare follow (1 step, 1 check); not needed: session"))
        #expect(console.contains("✓ all 2 cases passed, but 1 step and 1 check were not judged"), "\(console)")
    }

    @Test func whatFailedButReachedItsOutcomeIsReached() {
        var report = SampleReports.green
        report.variants[0].cases[0].steps[0].checks.append(
            CheckReport("model", .failed(expected: "a", actual: "b"), at: SampleReports.place)
        )
        let console = ConsoleReporter(report).text
        #expect(console.contains("success                   2 "), "\(console)")
        #expect(HTMLReporter(report).text.contains("✗ 2<"))
        #expect(MarkdownReporter(report).text.contains("| ❌ 2 |"))
    }

    @Test(
        "a matrix reaches an interaction when any of its variants does",
        arguments: [([true, true], 1), ([true, false], 0), ([false, true], 0)]
    )
    func neverReached(misses: [Bool], count: Int) {
        var report = SampleReports.red(variants: 2)
        for (index, isMissed) in misses.enumerated() where !isMissed { report.variants[index].unreached = [] }
        #expect(ConsoleReporter(report).text.contains("unused interactions:") == (count == 1))
    }
}
