import Testing

@Suite struct UnreachedStateRuleTests {
    private func warnings(_ interactions: String) -> [String] {
        messages("scenario: t\ninteractions:\n\(interactions)\n")
    }

    @Test func aStateThatNothingLeadsTo() {
        let found = warnings(
            """
              - { request: { method: PUT }, newScenarioState: payed, response: {} }
              - { request: { method: GET }, requiredScenarioState: paid, response: {} }
            """
        )
        #expect(
            found == [
                "a.yaml:4:56: warning: no interaction sets the state 'paid', so this one never matches; "
                    + "states that are set: payed"
            ]
        )
    }

    @Test func aStateOfAnotherMachine() {
        let found = warnings(
            """
              - { request: { method: PUT }, scenarioName: a, newScenarioState: x, response: {} }
              - { request: { method: GET }, scenarioName: a, requiredScenarioState: x, response: {} }
              - { request: { method: POST }, scenarioName: b, requiredScenarioState: x, response: {} }
            """
        )
        #expect(found.count == 1 && found[0].hasPrefix("a.yaml:5:"), "\(found)")
    }

    @Test func aStateThatChangesNothing() {
        let found = warnings("  - { newScenarioState: b, response: {} }")
        #expect(found.count == 1 && found[0].contains("the state 'b' has no effect"), "\(found)")
    }

    @Test("Leaving a state that is required turns interactions off, so the state after it may be required by none")
    func aLastState() {
        let text = "  - { requiredScenarioState: Started, newScenarioState: deleted, response: { status: 204 } }"
        #expect(warnings(text).isEmpty)
    }
}
