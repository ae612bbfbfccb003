import Foundation
import Testing

/// The pages about the command, done word by word as somebody new would.
struct TutorialTests {
    @Test func theFirstScenarioTakesItsCourse() async throws {
        let tutorial = try Tutorial(page: "Sources/CLI/CLI.docc/FirstScenario.md")
        #expect(tutorial.steps.count > 10)
        let reader = try TutorialReader()
        try await reader.follow(tutorial)
        try await reader.finish()
    }

    @Test func theCommandsForContinuousIntegrationDoWhatTheyShould() async throws {
        let reader = try TutorialReader(linking: "Scenarios")
        let page = "Sources/CLI/CLI.docc/ContinuousIntegration.md"
        try await reader.follow(Tutorial(page: page, section: "Anywhere else"))
        #expect(try reader.folder.read("report.xml").contains("<testsuites"))
    }

    /// Builds a package that depends on this one, which takes minutes: `HYPERMOCK_TUTORIALS=1`.
    @Test(.enabled(if: ProcessInfo.processInfo.environment["HYPERMOCK_TUTORIALS"] != nil))
    func theContractSuiteFindsWhatTheClientForgets() async throws {
        let page = "Sources/ContractTesting/ContractTesting.docc/ContractSuiteForYourOwnClient.md"
        let reader = try TutorialReader(replacing: [
            #".package(url: "https://github.com/OWNER/hypermock", from: "0.1.0")"#:
                #".package(name: "hypermock", path: "\#(Tool.packageFolder.path())")"#
        ])
        try await reader.follow(Tutorial(page: page))
    }
}
