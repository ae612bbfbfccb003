import ContractTesting
import Contracts
import Documents
import HAL
import MockServing
import Scenarios
import Testing

/// JSON reports as input: of one run, and of its shards.
struct ReportMergeTests {
    private static let setup = RunSetup(
        version: "1.0",
        shard: nil,
        options: ContractRunner.Options(),
        selected: [],
        of: []
    )

    @Test(
        "A report that was read gives the same reports",
        arguments: [
            SampleReports.mixed, SampleReports.green, SampleReports.gap, SampleReports.flaky, marked, interrupted,
        ]
    )
    func aReportThatWasRead(_ report: RunReport) throws {
        var report = report
        report.setup = Self.setup
        let read = try RunReport(json: Array(JSONReporter(report).text.utf8))
        for kind in ReportKind.allCases { #expect(kind.text(of: read) == kind.text(of: report), "\(kind)") }
        #expect(ConsoleReporter(read).text == ConsoleReporter(report).text)
    }

    private static let marked: RunReport = {
        var report = SampleReports.mixed
        report.mark(by: Baseline([Baseline.Entry(reason: "a bug", checks: ["outcome"], cases: ["station"])]))
        return report
    }()

    private static let interrupted: RunReport = {
        var report = SampleReports.mixed
        report.isInterrupted = true
        report.cause = "the driver ended"
        report.isAborted = true
        report.variants[0].cases[0].steps[0].isDriverFailure = true
        report.notRun = [SelectedVariant(position: 7, name: "other[GET]")]
        report.unsupported = [.h2c]
        report.trend = [RunSummary(SampleReports.green)]
        return report
    }()

    private static let scenario = """
        scenario: Statuses
        matrix: { status: [200, 201, 400, 404, 409, 410, 500, 503], method: [GET, PUT, DELETE] }
        interactions:
          - name: never
            request: { urlPath: /never }
            response: { status: 200 }
          - request: { urlPath: /thing, method: "${method}" }
            response: { status: "${status}", jsonBody: { _links: { self: { href: /thing } } } }
        contract:
          - step: it succeeds
            request: { url: /thing, method: "${method}" }
            expect: { outcome: success }
          - step: it is followed
            request: { follow: self }
            expect: { outcome: success }
        """

    private static let silent = """
        scenario: Without a contract
        interactions: [{ request: { urlPath: / }, response: { status: 204 } }]
        """

    /// Runs the shards one after the other against one server.
    private func reports(of shards: [Shard?]) async throws -> [RunReport] {
        let scenarios = [
            try LocalServer.scenario(Self.scenario), try LocalServer.scenario(Self.silent, file: "silent.yaml"),
        ]
        let server = try await MockServer.start(loaded: scenarios, configuration: MockServerConfiguration())
        var selected = Selection().items(of: scenarios)
        for index in selected.indices { selected[index].position = index }
        let clients = [HALClientDriver.kind(.async), HALClientDriver.kind(.callbacks)]
        var options = ContractRunner.Options()
        options.jobs = 8
        var reports: [RunReport] = []
        for shard in shards {
            let items = selected.filter { shard?.contains($0.name) ?? true }
            let runner = ContractRunner(items, clients: clients, server: LocalContractServer(server), options: options)
            var report = try await runner.run()
            report.setup = RunSetup(
                version: "1",
                shard: shard,
                options: options,
                selected: selected,
                of: scenarios
            )
            reports.append(report)
        }
        await server.stop()
        return reports
    }

    @Test("The shards of a run give the report of the whole", arguments: 1...7)
    func theShardsOfARun(count: Int) async throws {
        let shards = (1...count).map { Shard("\($0)/\(count)") }
        let reports = try await reports(of: [nil] + shards)
        let parts = try reports.dropFirst().enumerated().map { index, report in
            ReportMerge.Part("\(index).json", try RunReport(json: Array(JSONReporter(report).text.utf8)))
        }
        let merged = try ReportMerge.report(of: parts.reversed()).withoutChance
        let whole = try RunReport(json: Array(JSONReporter(reports[0]).text.utf8)).withoutChance
        #expect(whole.cases.count == 48 && whole.status == .failed)
        for kind in ReportKind.allCases { #expect(kind.text(of: merged) == kind.text(of: whole), "\(kind)") }
        #expect(merged == whole)
    }

    private static func part(_ name: String, _ shard: String?, _ positions: [Int], of selected: Int = 2)
        -> ReportMerge.Part
    {
        var report = SampleReports.green
        report.setup = setup
        report.setup?.shard = shard.flatMap(Shard.init)
        report.setup?.selected = selected
        report.variants = positions.map { position in
            var variant = report.variants[0]
            variant.position = position
            return variant
        }
        return ReportMerge.Part(name, report)
    }

    private static func changed(_ change: (inout RunReport) -> Void) -> ReportMerge.Part {
        var report = part("b", "2/2", [1]).report
        change(&report)
        return ReportMerge.Part("b", report)
    }

    private static let first = part("a", "1/2", [0])

    @Test(
        "Reports that are not the shards of one run are named",
        arguments: [
            ([], "no report to merge"), ([first], "the report of shard 2/2 is missing"),
            ([first, first], "a and a are both reports of shard 1/2"),
            (
                [part("a", nil, [0, 1]), part("b", nil, [0, 1])],
                "a and b are both reports of shard 1/1, a run without shards"
            ),
            ([first, part("b", "2/2", [0])], "station is in a and in b"),
            ([first, part("b", "2/2", [])], "1 selected variant of 2 are in no report"),
            ([part("a", "1/3", [0])], "the reports of shards 2/3, 3/3 are missing"),
            ([first, part("b", "2/3", [1])], "the reports differ in the number of shards: a has 2, b has 3"),
            (
                [first, changed { $0.setup?.version = "2.0" }],
                "the reports differ in the version of hypermock: a has 1.0, b has 2.0"
            ),
            (
                [first, changed { $0.setup?.profile = .rfc }],
                "the reports differ in the profile: a has hypermock, b has rfc"
            ),
            (
                [first, changed { $0.setup?.repetitions = 3 }],
                "the reports differ in the number of repetitions: a has 1, b has 3"
            ),
            ([first, changed { $0.setup?.scenarios = "other" }], "the reports differ in the selected scenarios"),
            ([first, changed { $0.seed = 3 }], "the reports differ in the seed: a has none, b has 3"),
            (
                [first, changed { $0.clients = [ClientReport("x", capabilities: .all, cases: [])] }],
                "the reports differ in the clients: a has none, b has x"
            ),
            ([first, changed { $0.setup = nil }], "b: the report does not say which variants were selected"),
        ] as [([ReportMerge.Part], String)]
    )
    func reportsThatAreNotTheShardsOfOneRun(_ parts: [ReportMerge.Part], message: String) {
        #expect(
            performing: {
                _ = try ReportMerge.report(of: parts)
            },
            throws: {
                "\($0)".hasPrefix(message)
            }
        )
    }

    @Test(
        "A text that is not a report is refused with its place",
        arguments: [
            ("", "not valid JSON"), ("[]", "not a report of hypermock verify"),
            ("{\"hypermockReport\": 9}", "a report of format 9"),
            ("{\"hypermockReport\": 1}", "'variants' is missing"),
        ]
    )
    func aTextThatIsNotAReport(_ text: String, message: String) {
        #expect(
            performing: {
                _ = try RunReport(json: Array(text.utf8))
            },
            throws: {
                "\($0)".hasPrefix(message)
            }
        )
    }

    @Test(
        "A wrong value is refused with its place",
        arguments: [
            ("\"status\": \"passed\"", "\"status\": \"green\"", "must be a known name"),
            ("\"repetition\": 1", "\"repetition\": 1e30", "'variants[0].cases[0].repetition' must be an integer"),
            ("\"repetition\": 1", "\"repetition\": -1", "must be an integer from 0 to 1000000000"),
            ("\"durationSeconds\": 1.250", "\"durationSeconds\": -1", "must be a number of seconds from 0 to 1e9"),
            ("2025-11-03T10:00:00Z", "soon", "'startedAt' must be a time"),
            ("station.yaml:12:5", "station.yaml", "must be file:line:column"),
        ]
    )
    func aWrongValue(_ old: String, new: String, message: String) {
        let text = JSONReporter(SampleReports.mixed).text.replacing(old, with: new)
        #expect(
            performing: {
                _ = try RunReport(json: Array(text.utf8))
            },
            throws: {
                "\($0)".contains(message)
            }
        )
    }
}

extension RunReport {
    /// The report without times, addresses and the bytes of exchanges, which differ from run to run.
    fileprivate var withoutChance: RunReport {
        var report = self
        report.startedAt = SampleReports.green.startedAt
        report.duration = .zero
        for variant in report.variants.indices {
            for run in report.variants[variant].cases.indices {
                report.variants[variant].cases[run].duration = .zero
                report.variants[variant].cases[run].address = ""
                for step in report.variants[variant].cases[run].steps.indices {
                    report.variants[variant].cases[run].steps[step].duration = .zero
                    report.variants[variant].cases[run].steps[step].exchange = ""
                    report.variants[variant].cases[run].steps[step].curl = nil
                }
            }
        }
        return report
    }
}
