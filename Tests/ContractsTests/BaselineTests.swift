import Contracts
import Documents
import Testing

/// Failures that are known: they do not fail a run, new ones do.
struct BaselineTests {
    private static func entry(
        until: String? = nil,
        checks: [String] = [],
        _ cases: String...
    ) -> Baseline.Entry {
        Baseline.Entry(reason: "a bug of the client", until: until, checks: checks, cases: cases)
    }

    private static func marked(_ entries: Baseline.Entry...) -> RunReport {
        var report = SampleReports.mixed
        report.mark(by: Baseline(entries))
        return report
    }

    @Test(
        "a failure is known by its case and its checks until the date",
        arguments: [
            (entry("station[PUT,409]"), .known), (entry("station"), .known), (entry("st*"), .known),
            (entry("other"), .failed), (entry(checks: ["outcome", "body", "times"], "station"), .known),
            (entry(checks: ["outcome"], "station"), .failed), (entry(until: "2025-11-03", "station"), .known),
            (entry(until: "2025-11-02", "station"), .failed),
        ] as [(Baseline.Entry, RunStatus)]
    )
    func aFailureIsKnown(_ entry: Baseline.Entry, status: RunStatus) {
        #expect(Self.marked(entry).status == status)
    }

    @Test("every report gives the reason of a known failure", arguments: ReportKind.verdicts.filter { $0 != .github })
    func everyReportGivesTheReason(_ kind: ReportKind) {
        let report = Self.marked(Self.entry("station"))
        #expect(kind.text(of: report).contains("a bug of the client"), "\(kind.text(of: report))")
        #expect(!ReportKind.github.text(of: report).contains("::error"))
        let console = ConsoleReporter(report).text
        #expect(console.contains("✓ 1 of 2 cases passed, 1 known failure"), "\(console)")
        #expect(console.contains("known failures:\n  station[PUT,409]: a bug of the client\n"), "\(console)")
        #expect(TAPReporter(report).text.contains(" # TODO known failure: a bug of the client\n"))
    }

    @Test(
        "what is fixed, overdue or misspelled is in every report",
        arguments: ReportKind.verdicts.filter { $0 != .junit }
    )
    func theDrift(_ kind: ReportKind) {
        let baseline = Baseline([
            Self.entry(until: "2020-01-01", "station"), Self.entry("quiet*", "sation"),
            Self.entry(checks: ["model"], "station[PUT,409]"),
        ])
        var report = Self.marked(baseline.entries[0])
        report.notRun = [SelectedVariant(position: 1, name: "quiet")]
        report.drift = BaselineDrift(baseline, report)
        #expect(report.drift.fixed == ["station[PUT,409]: a bug of the client"])
        #expect(report.drift.expired == ["station: until 2020-01-01: a bug of the client"])
        #expect(report.drift.unmatched == ["sation"], "'quiet' did not run")
        #expect(report.status == .failed)
        let text = kind.text(of: report)
        for word in ["2020-01-01", "station[PUT,409]: a bug", "sation"] {
            #expect(text.replacing("\\", with: "").contains(word), "\(text)")
        }
    }

    @Test func recordingKeepsReasonsAndDropsWhatIsFixed() {
        let old = Baseline([
            Self.entry(until: "2030-01-31", checks: ["outcome"], "station[PUT,409]", "elsewhere"),
            Self.entry(checks: ["model"], "station[PUT,409]"),
        ])
        var report = SampleReports.mixed
        report.mark(by: old)
        let new = old.recording(report)
        #expect(new.entries.first == old.entries[0], "it still fails, or did not run")
        #expect(new.entries.count == 2)
        #expect(new.entries.last?.checks == ["body", "times"])
        #expect(new.entries.last?.cases == ["station[PUT,409]"])
        var marked = SampleReports.mixed
        marked.mark(by: new)
        #expect(marked.status == .known)
    }

    @Test func aFailureOfAnotherStepIsNew() throws {
        let failed = try #require(SampleReports.mixed.cases.flatMap(\.steps).first { $0.status == .failed })
        for (steps, status) in [([failed.name], RunStatus.known), (["another"], .failed), ([], .known)] {
            var report = SampleReports.mixed
            report.mark(by: Baseline([Baseline.Entry(reason: "a bug", steps: steps, cases: ["station"])]))
            #expect(report.status == status, "\(steps)")
        }
        #expect(Baseline().recording(SampleReports.mixed).entries.allSatisfy { $0.steps == [failed.name] })
    }

    @Test func anIntermittentFailureIsKnownAndNotFixed() {
        let baseline = Baseline([
            Baseline.Entry(reason: "now and then", isIntermittent: true, checks: ["model"], cases: ["station[PUT,409]"])
        ])
        #expect(BaselineDrift(baseline, SampleReports.mixed).fixed == [])
        #expect(baseline.recording(SampleReports.mixed).entries.first == baseline.entries[0])
        let any = Baseline([Baseline.Entry(reason: "now and then", isIntermittent: true, cases: ["station*"])])
        var report = SampleReports.mixed
        report.mark(by: any)
        #expect(report.status == .known)
    }

    @Test func recordingKeepsAnEntryWhoseDateHasPassed() {
        let old = Baseline([Self.entry(until: "2020-01-31", "station[PUT,409]")])
        let new = old.recording(SampleReports.mixed)
        #expect(new == old, "a date is changed by people")
        var marked = SampleReports.mixed
        marked.mark(by: new)
        #expect(marked.status == .failed)
    }

    @Test func recordingLeavesOutFailuresOfTheDriver() {
        var report = SampleReports.mixed
        #expect(!Baseline().recording(report).entries.isEmpty)
        for variant in report.variants.indices {
            for run in report.variants[variant].cases.indices {
                guard !report.variants[variant].cases[run].steps.isEmpty else { continue }
                report.variants[variant].cases[run].steps[0].isDriverFailure = true
            }
        }
        #expect(Baseline().recording(report).entries.isEmpty)
    }

    @Test func aShardDoesNotKnowTheScenariosOfOthers() throws {
        var report = SampleReports.mixed
        let baseline = Baseline([Self.entry("elsewhere")])
        #expect(BaselineDrift(baseline, report).unmatched == ["elsewhere"])
        let shard = try #require(Shard("1/2"))
        let options = ContractRunner.Options()
        report.setup = RunSetup(version: "1.0", shard: shard, options: options, selected: [], of: [])
        #expect(BaselineDrift(baseline, report).unmatched.isEmpty)
    }

    @Test func aFileIsReadAsItWasWritten() {
        let baseline = Baseline([
            Self.entry(until: "2030-01-31", checks: ["outcome"], "a[GET,1]", "b*"),
            Baseline.Entry(reason: "says: \"no\" # é\n*", isIntermittent: true, steps: ["one: \"a\""], cases: ["*"]),
        ])
        for known in [baseline, Baseline()] {
            let read = BaselineFile.read(Array(BaselineFile.text(of: known).utf8), path: "known.yaml")
            #expect(read.baseline == known, "\(read.issues)")
        }
    }

    @Test(
        "a mistake has a place",
        arguments: [
            ("", "known.yaml:1:1: error: the file is empty"),
            ("hypermockBaseline: 2\n", "known.yaml:1:20: error: 'hypermockBaseline' must be"),
            ("failures: []\n", "known.yaml:1:1: error: "),
            (head + "  - { cases: [a] }\n", "known.yaml:3:5: error: "),
            (head + "  - { reason: r, cases: [] }\n", "known.yaml:3:25: error: 'cases' must name a case"),
            (
                head + "  - { reason: r, until: soon, cases: [a] }\n",
                "'until' must be a day such as 2027-06-30, not 'soon'"
            ),
            (head + "  - { reason: r, until: 2027-13-01, cases: [a] }\n", "not '2027-13-01'"),
            (
                head + "  - { reason: r, until: 2027-02-30, cases: [a] }\n",
                "known.yaml:3:25: error: 'until' must be a day"
            ),
            (
                head + "  - { reason: r, checks: [], cases: [a] }\n",
                "known.yaml:3:26: error: 'checks' must name a check"
            ),
            (head + "  - { reason: r, checks: [recieved], cases: [a] }\n", "'recieved' is not a valid check"),
            (head + "  - { reason: r, case: [a] }\n", "'case'"), ("- [", "known.yaml:"),
        ]
    )
    func aMistakeHasAPlace(_ text: String, message: String) {
        let (baseline, issues) = BaselineFile.read(Array(text.utf8), path: "known.yaml")
        #expect(baseline == nil)
        #expect(issues.contains { "\($0)".contains(message) }, "\(issues)")
    }

    private static let head = "hypermockBaseline: 1\nfailures:\n"

    @Test func aRunThatFailsFastGoesOnAfterAKnownFailure() async throws {
        var options = ContractRunner.Options()
        options.isFailFast = true
        options.baseline = Baseline([Baseline.Entry(reason: "silent", cases: ["test"])])
        let report = try await LocalServer.report(
            of: ContractRunnerTests.matrix,
            clients: [ScriptedDriver.kind { _, _ in }],
            options: options
        )
        #expect(report.status == .known && !report.isInterrupted)
    }
}
