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

    @Test func aRecordingIsServedAndVerified() async throws {
        let reader = try TutorialReader()
        try await reader.follow(Tutorial(page: "Sources/CLI/CLI.docc/FromARunningAPI.md"))
        #expect(try reader.folder.read("Scenarios/traffic.yaml").contains("REDACTED-1"))
    }

    @Test func theCommandsForContinuousIntegrationDoWhatTheyShould() async throws {
        let reader = try TutorialReader(linking: "Scenarios")
        let page = "Sources/CLI/CLI.docc/ContinuousIntegration.md"
        try await reader.follow(Tutorial(page: page, section: "Anywhere else"))
        #expect(try reader.folder.read("report.xml").contains("<testsuites"))
    }

    @Test func theCallsOfTheAdminAPIDoWhatTheyShould() async throws {
        let reader = try TutorialReader(linking: "Scenarios")
        try await reader.serve("hypermock serve Scenarios --quiet")
        try await reader.follow(Tutorial(page: "Sources/CLI/CLI.docc/Administration.md"))
        #expect(reader.printed.contains("Hi"), "\(reader.printed)")
        #expect(reader.printed.contains(#""total": 1"#), "\(reader.printed)")
        try await reader.finish()
    }

    @Test func curlTrustsTheAuthorityThatItFetches() async throws {
        let reader = try TutorialReader(linking: "Scenarios")
        try await reader.serve("hypermock serve Scenarios --https --quiet")
        try await reader.follow(Tutorial(page: "Sources/CLI/CLI.docc/HTTPS.md"))
        #expect(reader.printed.contains(#""href":"https://127.0.0.1:"#), "\(reader.printed)")
        try await reader.finish()
    }

    @Test func aFolderOfMappingsIsServedInBothWays() async throws {
        let page = try Tutorial(page: "Sources/CLI/CLI.docc/WireMockMappings.md")
        let mapping = page.steps.compactMap { if case .shown("json", let text) = $0 { text } else { nil } }.first
        let reader = try TutorialReader()
        try reader.folder.write("path/to/wiremock/mappings/station.json", try #require(mapping))
        try await reader.follow(page)
        #expect(reader.printed.contains("0 errors"), "\(reader.printed)")
    }

    @Test func theDriverForYourOwnClientIsCheckedAndJudged() async throws {
        let reader = try TutorialReader(linking: "Scenarios")
        try await reader.follow(Tutorial(page: "Sources/Contracts/Contracts.docc/JudgeYourOwnClient.md"))
        #expect(reader.printed.contains("the driver is ready"), "\(reader.printed)")
        #expect(try reader.folder.read("known.yaml").hasPrefix("# Known failures"))
    }

    @Test func theServerBesideAUITestStarts() async throws {
        let reader = try TutorialReader(linking: "Scenarios")
        try await reader.follow(Tutorial(page: "Sources/MockServing/MockServing.docc/MockServerInAUITest.md"))
    }

    @Test func theServerForAnAppsTestsHasAnAuthorityThatIsKept() async throws {
        let page = try Tutorial(page: "Sources/MockServing/MockServing.docc/HTTPSInAnAppsTests.md")
        let reader = try TutorialReader(linking: "Scenarios")
        for case .script(let text) in page.steps where !text.hasPrefix("xcrun") {
            // Fixed ports may be in use.
            let free = text.replacing(/(expired|wrongHost)=[0-9]+/) { "\($0.output.1)=0" }
            try await reader.follow(script: free)
        }
        #expect(try reader.folder.read("mock-ca.pem").hasPrefix("-----BEGIN CERTIFICATE-----"))
        let options = "--https-ca-cert mock-ca.pem --https-ca-key mock-ca.key --quiet"
        try await reader.serve("hypermock serve Scenarios --https \(options)")
        let call = "curl --cacert mock-ca.pem https://localhost:8080/__admin/health"
        #expect(try await reader.run(call).output.contains("healthy"))
        try await reader.finish()
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
