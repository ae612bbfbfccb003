import Contracts
import MockServing
import Scenarios
import Testing

struct MutantTests {
    @Test func aScenarioThatLooksAtTooLittleLetsMutantsSurvive() async throws {
        let verdicts = try await Self.trial(
            """
            scenario: Looks at the outcome only
            interactions: [{ response: { status: 409, jsonBody: { a: 1 } } }]
            contract: [{ step: s, request: { url: / }, expect: { outcome: conflict } }]
            """
        )
        #expect(verdicts.count == 2 * Mutant.all.count)
        let killed = verdicts.filter { $0.killer != nil }.map(\.mutant)
        #expect(
            killed == [
                "conflict-as-clientError/async", "conflict-as-clientError/callbacks", "called-twice/async",
                "called-twice/callbacks", "never-called/async", "never-called/callbacks",
            ]
        )
        #expect(verdicts[0].killer == "test: s")
        #expect(verdicts.table.contains("\nconflict-model-lost/async "))
        #expect(verdicts.table.contains("  SURVIVED: a conflict has no model\n"))
        #expect(verdicts.table.hasSuffix("\n\(verdicts.count) broken clients, \(verdicts.count - 6) survived\n"))
    }

    @Test func oneMoreExpectationFindsOneMore() async throws {
        let verdicts = try await Self.trial(
            """
            scenario: Looks at the model too
            interactions: [{ response: { status: 409, jsonBody: { a: 1 } } }]
            contract: [{ step: s, request: { url: / }, expect: { outcome: conflict, model: { a: 1 } } }]
            """
        )
        #expect(verdicts.first { $0.mutant == "conflict-model-lost/callbacks" }?.killer == "test: s")
    }

    @Test func eachHasANameAndAFaultOfItsOwn() {
        #expect(Set(Mutant.all.map(\.name)).count == Mutant.all.count)
        #expect(Set(Mutant.all.map(\.summary)).count == Mutant.all.count)
        #expect(Mutant.all.count >= 15)
    }

    private static func trial(_ yaml: String) async throws -> [MutantTrial.Verdict] {
        let scenario = try LocalServer.scenario(yaml)
        let server = try await MockServer.start(loaded: [scenario], configuration: MockServerConfiguration())
        let trial = MutantTrial(
            Selection().items(of: [scenario]),
            styles: HALClientDriver.Style.allCases,
            server: LocalServer(server: server),
            options: ContractRunner.Options()
        )
        let verdicts = try await trial.run()
        await server.stop()
        return verdicts
    }
}
