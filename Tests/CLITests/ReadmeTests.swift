import Foundation
import Messages
import Support
import Testing

/// The README says nothing that is not so.
struct ReadmeTests {
    private let text: String
    private let lines: [Substring]

    init() throws {
        text = try String(contentsOf: Tool.packageFolder.appending(path: "README.md"), encoding: .utf8)
        lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    }

    @Test func itsFirstScreenHappensLikeThat() async throws {
        var tutorial = try Tutorial(page: "README.md", section: "Hypermock")
        tutorial.steps.removeAll { if case .script = $0 { true } else { false } }
        guard case .file(_, let scenario)? = tutorial.steps.first else {
            Issue.record("the first block is a scenario")
            return
        }
        #expect(scenario.split(separator: "\n").count == 6)
        #expect(tutorial.steps.count == 4)
        let reader = try TutorialReader()
        try await reader.follow(tutorial)
        try await reader.finish()
    }

    @Test func showsAContractThatThePackageShips() throws {
        let path = "Scenarios/unavailability/unavailable-then-back.yaml"
        let scenario = try String(contentsOf: Tool.packageFolder.appending(path: path), encoding: .utf8)
        let contract = try #require(scenario.firstRange(of: "\ncontract:\n"))
        #expect(text.contains("](\(path))"))
        #expect(text.contains("```yaml\(scenario[contract.lowerBound...])```"))
    }

    @Test func isShortAndBeginsWithSomethingToRun() throws {
        #expect(lines.count <= 200)
        #expect(try #require(lines.firstIndex { $0.hasPrefix("docker/install-dependencies.sh && ") }) < 30)
    }

    @Test func linksToItsOwnSections() throws {
        let headings = lines.filter { $0.hasPrefix("#") }.map {
            $0.drop { $0 == "#" || $0 == " " }.lowercased().replacing(" ", with: "-")
        }
        let links = text.matches(of: /\]\(#([^)]+)\)/).map { String($0.output.1) }
        #expect(links.count > 3)
        for link in links { #expect(headings.contains(link), "\(link)") }
    }

    @Test(arguments: [
        "Sources/CLI/CLI.docc/FirstScenario.md", ".github/CONTRIBUTING.md", ".github/ARCHITECTURE.md",
    ])
    func leadsNewcomersOn(page: String) {
        #expect(text.contains("](\(page))"))
    }

    @Test func showsTheMessageThatLintPrints() async throws {
        let folder = try TemporaryFolder()
        let file = "scenario: Typo\ninteractions:\n  - name: the station\n    respnse: { status: 200 }\n"
        let path = try folder.write("typo.yaml", file)
        let result = try await Tool.run("lint", path)
        let printed = (result.output + result.errors).replacing(folder.path + "/", with: "").replacing(
            folder.path,
            with: ""
        )
        #expect(text.contains("$ hypermock lint typo.yaml\n\(printed)```"), "\(printed)")
    }

    @Test func namesOnlyOptionsThatTheCommandHas() async throws {
        var help = ""
        for command in ["serve", "lint", "verify", "record"] { help += try await Tool.run(command, "--help").output }
        let options = Set(text.matches(of: /[\s`(](--[a-z][a-z-]*)/).map { String($0.output.1) })
        #expect(options.count > 8)
        for option in options { #expect(help.contains(option), "\(option)") }
    }

    @Test func namesEveryFault() throws {
        let sentence = try #require(lines.first { $0.contains("`fault: ") })
        for effect in Fault.Effect.allCases { #expect(sentence.contains(effect.rawValue)) }
    }

    @Test func showsLinksAsTheyAreServed() async throws {
        let server = try RunningTool(["serve", "Scenarios", "--port", "0", "--quiet"])
        let port = try #require(await server.readPort())
        let path = "/~unavailable-then-back/fuelstations/fs291410"
        var answers: [RawResponse] = []
        for _ in 0..<2 { answers.append(try await Exchange.get(path, port: port)) }
        #expect(answers[0].status == 503 && answers[0]["Retry-After"] == "120")
        #expect(answers[1].text.contains("2.890"))
        #expect(text.contains("\n\(answers[1].text.replacing(":\(port)", with: ":8080"))\n```"))
        server.terminate()
        #expect(await server.finish().status == 0)
    }
}
