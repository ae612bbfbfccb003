import ContractTesting
import Contracts
import Documents
import Foundation
import HAL
import HTTPTypes
import Matching
import MockServing
import Scenarios
import Testing

/// What the scenarios of the package promise.
struct ShippedScenariosTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Scenarios")
    private let scenarios: [Scenario]

    init() throws {
        let result = ScenarioLoader.load(paths: [Self.folder.path()], strict: true)
        #expect(result.issues.isEmpty, "\(result.issues)")
        scenarios = result.scenarios
    }

    @Test func eachHasAContractAndSaysWhatItShows() {
        for scenario in scenarios {
            #expect(scenario.hasContract, "\(scenario.file)")
            #expect(scenario.summary?.isEmpty == false && !scenario.tags.isEmpty, "\(scenario.file)")
        }
    }

    /// It means nothing there, and many clients cannot send one (RFC 9110, section 9.3.5).
    @Test func noStepSendsABodyWithADeletion() {
        for scenario in scenarios {
            for step in scenario.variants.all.flatMap(\.contract) where step.request.method == .delete {
                #expect(step.request.body == nil, "\(step.location)")
            }
        }
    }

    @Test func everyKeyOfAnExpectationIsUsed() {
        var keys = Set(Mirror(reflecting: Expectation(outcome: .success)).children.compactMap(\.label))
        for step in scenarios.flatMap({ $0.variants.all.first?.contract ?? [] }) {
            for child in Mirror(reflecting: step.expectation).children {
                let isAbsent =
                    "\(child.value)" == "nil" || (child.value as? [Named<MultiValueMatcher>])?.isEmpty == true
                if let label = child.label, !isAbsent { keys.remove(label) }
            }
        }
        #expect(keys == [])
    }

    @Test("the rows of the table are the tags of the files")
    func theRowsOfTheTableAreTheTagsOfTheFiles() throws {
        let table = try String(contentsOf: Self.folder.appending(path: "README.md"), encoding: .utf8)
        var rows: [String: Set<String>] = [:]
        for line in table.split(separator: "\n") {
            guard let row = line.firstMatch(of: /^\| (R[0-9][0-9]) \|/) else { continue }
            rows[String(row.1)] = Set(line.matches(of: /\]\(([a-z0-9\/.-]+)\)/).map { String($0.1) })
        }
        let names = (1...49).map { "R" + ($0 < 10 ? "0" : "") + "\($0)" }
        #expect(rows.keys.sorted() == names)
        for name in names {
            let tagged = scenarios.filter { $0.tags.contains(name) }.map {
                $0.file.dropFirst(Self.folder.path().count + 1)
            }
            #expect(Set(tagged.map { String($0) }) == rows[name], "\(name)")
        }
    }

    /// Each expectation with one thing in it changed is a scenario that must fail, beside its sibling that passes.
    @Test func noContractHoldsWhateverAClientDoes() async throws {
        let server = try await MockServer.start(loaded: scenarios, configuration: MockServerConfiguration())
        var options = ContractRunner.Options()
        options.jobs = 2
        let items = Selection().items(of: scenarios)
        let trial = ExpectationTrial(
            items,
            servers: [LocalContractServer(server)],
            connections: try ClientConnections(trusting: #require(server.certificateAuthority)),
            options: options
        )
        let result = try await trial.run()
        await server.stop()
        #expect(result.isPassed, "\(result.failures)")
        #expect(result.summary.hasSuffix(" expectations changed, one at a time: all detected\n"))
    }
}
