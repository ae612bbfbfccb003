import Scenarios
import Testing

@Test func shippedScenariosAreClean() {
    let result = ScenarioLoader.load(paths: ["Scenarios"], strict: true)
    for issue in result.issues { print(issue) }
    print(result.scenarios.map(\.slug), result.scenarios.map(\.variants.count))
    #expect(result.issues.isEmpty)
}
