import Foundation
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

    @Test func showsAScenarioThatThePackageShips() throws {
        let path = "Scenarios/unavailability/unavailable-then-back.yaml"
        let scenario = try String(contentsOf: Tool.packageFolder.appending(path: path), encoding: .utf8)
        #expect(text.contains("```yaml\n\(scenario)```"))
    }

    @Test func isShortAndBeginsWithSomethingToRun() throws {
        #expect(lines.count <= 200)
        #expect(try #require(lines.firstIndex { $0.hasPrefix("docker/install-dependencies.sh && ") }) < 30)
    }

    @Test func namesOnlyFilesThatExist() throws {
        for match in text.matches(of: /\]\(([A-Za-z.][^)#]*)\)/) {
            let file = Tool.packageFolder.appending(path: String(match.output.1))
            #expect(FileManager.default.fileExists(atPath: file.path()), "\(match.output.1)")
        }
    }

    @Test func showsTheMessageThatLintPrints() async throws {
        let folder = try TemporaryFolder()
        let file = "scenario: Typo\ninteractions:\n  - name: the station\n    respnse: { status: 200 }\n"
        let path = try folder.write("station.yaml", file)
        let result = try await Tool.run("lint", path)
        let printed = (result.output + result.errors).replacing(folder.path + "/", with: "").replacing(
            folder.path,
            with: ""
        )
        #expect(text.contains("$ hypermock lint station.yaml\n\(printed)```"), "\(printed)")
    }

    @Test func namesOnlyOptionsThatTheCommandHas() async throws {
        var help = ""
        for command in ["serve", "lint", "verify"] { help += try await Tool.run(command, "--help").output }
        for match in text.matches(of: /hypermock (?:serve|lint|verify)[^`|\n]*?(--[a-z-]+)/) {
            #expect(help.contains(String(match.output.1)), "\(match.output.1)")
        }
    }

    @Test func showsASessionThatHappensLikeThat() async throws {
        let server = try RunningTool(["serve", "Scenarios", "--port", "0", "--quiet"])
        let port = try #require(await server.readPort())
        let answer = #"{"fuelstation-name":"7-Eleven","price-per-gallon":2.890,"_links":"#
        #expect(text.contains(answer))
        let path = "/~unavailable-then-back/fuelstations/fs291410"
        var answers: [RawResponse] = []
        for _ in 0..<2 { answers.append(try await Exchange.get(path, port: port)) }
        #expect(answers[0].status == 503 && answers[0]["Retry-After"] == "120")
        #expect(answers[1].text.hasPrefix(answer))
        server.terminate()
        #expect(await server.finish().status == 0)
    }
}
