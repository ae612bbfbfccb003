import ContractTesting
import Contracts
import MockServing
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
        let killed = verdicts.filter { $0.killer != nil }.map { "\($0.mutant)/\($0.style)" }
        #expect(
            killed == [
                "conflict-as-clientError/async", "conflict-as-clientError/callbacks",
                "conflict-of-changes-only/async", "conflict-of-changes-only/callbacks", "called-twice/async",
                "called-twice/callbacks", "never-called/async", "never-called/callbacks",
                "request-repeated-later/async", "request-repeated-later/callbacks",
            ]
        )
        #expect(verdicts[0].killer == "test: s")
    }

    @Test func oneMoreExpectationFindsOneMore() async throws {
        let verdicts = try await Self.trial(
            """
            scenario: Looks at the model too
            interactions: [{ response: { status: 409, jsonBody: { a: 1 } } }]
            contract: [{ step: s, request: { url: / }, expect: { outcome: conflict, model: { a: 1 } } }]
            """
        )
        #expect(verdicts.filter { $0.mutant == "conflict-model-lost" }.map(\.killer) == ["test: s", "test: s"])
    }

    @Test func theTableShowsTheSurvivorsFirst() {
        func verdict(_ mutant: String, _ style: String, _ killer: String?) -> MutantReport {
            MutantReport(mutant: mutant, style: style, summary: "the fault of \(mutant)", killer: killer)
        }
        let table = MutantTable([
            verdict("first", "async", "a: s"), verdict("first", "callbacks", "a: s"),
            verdict("second", "async", nil), verdict("second", "callbacks", nil),
            verdict("third-mutant", "async", "b[1]: t"), verdict("third-mutant", "callbacks", nil),
            verdict("fourth", "async", "a: s"), verdict("fourth", "callbacks", "c: u"),
        ])
        #expect(
            table.text == """
                SURVIVED                  the fault
                second                    the fault of second
                third-mutant (callbacks)  the fault of third-mutant

                DETECTED              by
                first                 a: s
                third-mutant (async)  b[1]: t
                fourth (async)        a: s
                fourth (callbacks)    c: u

                8 broken clients (4 faults; async and callbacks): 3 survived

                """
        )
    }

    @Test func eachHasANameAndAFaultOfItsOwn() {
        #expect(Set(Mutant.all.map(\.name)).count == Mutant.all.count)
        #expect(Set(Mutant.all.map(\.summary)).count == Mutant.all.count)
        #expect(Mutant.all.count >= 15)
    }

    private static func trial(_ yaml: String) async throws -> [MutantReport] {
        let scenario = try LocalServer.scenario(yaml)
        let server = try await MockServer.start(loaded: [scenario], configuration: MockServerConfiguration())
        let trial = MutantTrial(
            Selection().items(of: [scenario]),
            styles: APIStyle.allCases,
            servers: [LocalContractServer(server)],
            options: ContractRunner.Options()
        )
        let verdicts = try await trial.run()
        await server.stop()
        return verdicts
    }
}
