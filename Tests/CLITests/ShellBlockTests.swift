import Foundation
import Testing

/// Every command that a page tells its reader to run is run, or it is said here why it cannot be.
struct ShellBlockTests {
    private enum Place {
        /// This file takes the commands from the page, or has them itself.
        case file(String)
        /// No machine of ours could run it.
        case nowhere(because: String)
    }

    /// By page and, where not all blocks of a page are run in one place, the beginning of a block.
    private static let places: [(page: String, block: String, place: Place)] = [
        (".github/CONTRIBUTING.md", "docker/install", .file(".github/workflows/ci.yml")),
        (".github/CONTRIBUTING.md", "git config", .file(".devcontainer/devcontainer.json")),
        ("README.md", "docker/install", .file(".ci/readme-commands")),
        ("README.md", "$ ", .file("Tests/CLITests/ReadmeTests.swift")),
        ("Sources/CLI/CLI.docc/Administration.md", "", .file("Tests/CLITests/TutorialTests.swift")),
        ("Sources/CLI/CLI.docc/Containers.md", "", .file("docker/test")),
        ("Sources/CLI/CLI.docc/ContinuousIntegration.md", "", .file("Tests/CLITests/TutorialTests.swift")),
        ("Sources/CLI/CLI.docc/FirstScenario.md", "", .file("Tests/CLITests/TutorialTests.swift")),
        ("Sources/CLI/CLI.docc/FromARunningAPI.md", "", .file("Tests/CLITests/TutorialTests.swift")),
        ("Sources/CLI/CLI.docc/HTTPS.md", "", .file("Tests/CLITests/TutorialTests.swift")),
        ("Sources/CLI/CLI.docc/Installing.md", "sha256sum", .file("docker/test")),
        ("Sources/CLI/CLI.docc/Installing.md", "docker/install", .file("docker/Dockerfile")),
        ("Sources/CLI/CLI.docc/Installing.md", "mkdir", .file("Tests/CLITests/CompletionTests.swift")),
        ("Sources/CLI/CLI.docc/SharedState.md", "", .file("Tests/Interop/test_shared_state.py")),
        (
            "Sources/CLI/CLI.docc/SeeWhatHappens.md", "OTEL_",
            .nowhere(because: "it needs a collector; `Tests/Interop/test_traces.py` has one")
        ),
        (
            "Sources/CLI/CLI.docc/Time.md", "",
            .nowhere(because: "it needs a server; `Tests/Interop/test_time.py` makes these calls")
        ),
        ("Sources/CLI/CLI.docc/WireMockMappings.md", "", .file("Tests/CLITests/TutorialTests.swift")),
        (
            "Sources/ContractTesting/ContractTesting.docc/ContractSuiteForYourOwnClient.md", "",
            .file("Tests/CLITests/TutorialTests.swift")
        ),
        ("Sources/Contracts/Contracts.docc/DriversInAnyLanguage.md", "", .file(".ci/drivers")),
        ("Sources/Contracts/Contracts.docc/JudgeYourOwnClient.md", "", .file("Tests/CLITests/TutorialTests.swift")),
        (
            "Sources/MockServing/MockServing.docc/HTTPSInAnAppsTests.md", "xcrun",
            .nowhere(because: "Xcode's simulator exists on macOS only")
        ),
        (
            "Sources/MockServing/MockServing.docc/HTTPSInAnAppsTests.md", "",
            .file("Tests/CLITests/TutorialTests.swift")
        ),
        (
            "Sources/MockServing/MockServing.docc/MockServerInAUITest.md", "",
            .file("Tests/CLITests/TutorialTests.swift")
        ),
        ("Tests/Benchmarks/README.md", "", .nowhere(because: "minutes, and figures that need an idle machine")),
        ("Tests/Fuzz/README.md", "docker/", .nowhere(because: "minutes; the part `fuzz` runs it for seconds")),
        ("Tests/Fuzz/README.md", "HYPERMOCK_FUZZ", .nowhere(because: "there is no finding to look at")),
        ("Tests/Interop/README.md", "", .file(".ci/run")),
        ("Tests/Soak/README.md", "", .file(".ci/run")),
    ]

    @Test func eachIsRunSomewhere() throws {
        let pages = try Pages.all()
        #expect(pages.contains("README.md") && pages.count > 20)
        for page in pages {
            for block in try Self.blocks(of: page) {
                guard let row = Self.places.first(where: { $0.page == page && block.hasPrefix($0.block) }) else {
                    Issue.record("\(page): this runs nowhere, and it is not said why:\n\(block)")
                    continue
                }
                guard case .file(let name) = row.place else { continue }
                #expect(try Self.runs(block, of: page, in: name), "\(name) does not run this of \(page):\n\(block)")
            }
        }
    }

    @Test("nothing is said of a block that is not there", arguments: places.indices)
    func isThere(row: Int) throws {
        let (page, block, _) = Self.places[row]
        #expect(try Self.blocks(of: page).contains { $0.hasPrefix(block) }, "\(page) \(block)")
    }

    /// Whether the file names the page or has each command of the block; where a command is installed is another matter.
    private static func runs(_ block: String, of page: String, in name: String) throws -> Bool {
        let file = try String(contentsOf: Tool.packageFolder.appending(path: name), encoding: .utf8)
            .replacing(/\\\n\s*/, with: "")
        let commands = block.split(separator: "\n").filter { !$0.hasPrefix("install ") }
        return file.contains(page) || commands.allSatisfy { file.contains($0) }
    }

    private static func blocks(of page: String) throws -> [String] {
        try Tutorial(page: page).steps.compactMap { step in
            switch step {
            case .script(let text): text
            case .command(let command, _): "$ " + command
            case .file, .shown: nil
            }
        }
    }
}
