import Foundation
import Testing

/// The reports that `hypermock verify` writes, where they go, and what they never say.
struct VerifyReportsTests {
    /// A request with a secret wherever one can be, and an answer that gives some back.
    private static let secretive = """
        scenario: A station
        interactions:
          - request: { urlPath: /station }
            response:
              headers: { Set-Cookie: id=s3cr3t, Authentication-Info: s3cr3t }
              jsonBody: { name: 7-Eleven }
        contract:
          - step: with a token
            request: { url: /station, authorization: { bearer: s3cr3t }, headers: { Cookie: id=s3cr3t, X-Api-Key: s3cr3t } }
            expect:
              outcome: conflict
              headers: { Set-Cookie: id=other }
              received: { headers: { Authorization: Bearer other, Cookie: id=other } }
          - step: with a password
            request: { url: /station, authorization: { basic: { username: me, password: s3cr3t } } }
            expect: { outcome: conflict, received: { headers: { Authorization: { absent: true } } } }

        """
    /// `me:s3cr3t` in Base64.
    private static let password = "bWU6czNjcjN0"

    private static let kinds = ["junit", "json", "html", "tap", "github", "markdown"]

    @Test func everyKindIsWrittenAndNoneHasASecret() async throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("station.yaml", Self.secretive)
        let options = Self.kinds.flatMap { ["--report", "\($0)=\(folder.path)/report.\($0)"] }
        let result = try await RunningTool(["verify", file] + options).finish()
        #expect(result.status == 1, "\(result.errors)")
        for text in try Self.kinds.map({ try folder.read("report.\($0)") }) + [result.output, result.errors] {
            #expect(!text.contains("s3cr3t"), "\(text)")
            #expect(!text.contains(Self.password), "\(text)")
        }
        for kind in Self.kinds {
            #expect(try folder.read("report.\(kind)").contains("with a password"), "\(kind)")
        }
    }

    @Test func aReportCanHaveTheStandardOutputToItself() async throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("station.yaml", VerifyTests.scenario)
        let result = try await Tool.run("verify", file, "--report", "json=-")
        let report = try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any]
        #expect(report?["hypermockReport"] as? Int == 1)
        #expect(report?["status"] as? String == "passed")
        #expect(result.errors.contains("✓ all 2 cases passed"))
    }

    @Test func anOlderReportIsGoneWhenTheRunCannotEnd() async throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("station.yaml", VerifyTests.scenario)
        let path = try folder.write("report.xml", "old")
        let result = try await Tool.run("verify", file, "--report", "junit=\(path)", "--report", "tap=/nowhere/x")
        #expect(result.status == 3)
        #expect(!FileManager.default.fileExists(atPath: path))
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(files == ["station.yaml"], "nothing is left behind")
    }

    @Test(arguments: ["station.yaml", "link.yaml", "./sub/../station.yaml"])
    func aReportDoesNotReplaceAScenario(name: String) async throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("station.yaml", VerifyTests.scenario)
        try folder.write("sub/other.txt", "")
        let link = folder.path + "/link.yaml"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: file)
        let path = folder.path + "/" + name
        let report = try folder.write("report.xml", "old")
        let result = try await Tool.run("verify", file, "--report", "junit=\(report)", "--report", "tap=\(path)")
        #expect(result.status == 3)
        let reason = "it is one of the files that this command reads; use another path"
        #expect(result.errors == "hypermock: the report \(path) cannot be written: \(reason)\n")
        #expect(try folder.read("station.yaml") == VerifyTests.scenario)
        #expect(try folder.read("report.xml") == "old", "nothing is removed before all paths are checked")
    }

    @Test func aReportGoesIntoADeviceToo() async throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("station.yaml", VerifyTests.scenario)
        let result = try await Tool.run("verify", file, "--report", "tap=/dev/null")
        #expect(result.status == 0, "\(result.errors)")
        let attributes = try FileManager.default.attributesOfItem(atPath: "/dev/null")
        #expect(attributes[.type] as? FileAttributeType == .typeCharacterSpecial)
    }

    @Test(
        "a report that is lost is no success",
        arguments: [
            ("> /dev/full", "-", "the report - cannot be written: no space left on device"),
            ("| true", "-", "the report - cannot be written: no process reads this pipe"),
            ("", "/dev/full", "the report /dev/full cannot be written: no space left on device"),
            ("", "pipe", "the report pipe cannot be written: no process reads this pipe"),
        ]
    )
    func aReportThatIsLost(_ redirection: String, path: String, message: String) async throws {
        let folder = try TemporaryFolder()
        // Too much for what a pipe keeps until it is read.
        let matrix = "matrix: { number: [1-60] }\ninteractions:"
        try folder.write("station.yaml", VerifyTests.scenario.replacing("interactions:", with: matrix))
        let script = """
            mkfifo pipe; { '\(Tool.executable.path)' verify station.yaml --report json=\(path); echo $? > status; } \(redirection)
            exit $(cat status)
            """
        let shell = URL(filePath: "/bin/sh")
        let result = try await RunningTool(["-c", script], in: folder.url, program: shell).finish()
        #expect(result.status == 3, "\(result.output)")
        #expect(result.errors.contains(message), "\(result.errors)")
    }

    @Test func twoReportsDoNotGoToOneFile() async throws {
        let result = try await Tool.run("verify", "Scenarios", "--report", "json=a", "--report", "tap=./b/../a")
        #expect(result.status == 2)
        #expect(result.errors.contains("two reports cannot be written to a"), "\(result.errors)")
    }

    @Test func aPathBelowTheWorkingFolderIsShownWithoutIt() async throws {
        let path = Tool.packageFolder.appending(path: "Scenarios/links").path()
        let result = try await Tool.run("verify", path, "--report", "json=-")
        #expect(result.output.contains(#""file": "Scenarios/links/links.yaml""#), "\(result.output.prefix(2000))")
    }

    @Test func aLinkToAReportStaysALink() async throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("station.yaml", VerifyTests.scenario)
        try folder.write("kept/report.tap", "old")
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/report.tap",
            withDestinationPath: "kept/report.tap"
        )
        #expect(try await Tool.run("verify", file, "--report", "tap=\(folder.path)/report.tap").status == 0)
        #expect(try folder.read("kept/report.tap").hasPrefix("TAP version 13\n"))
    }

    @Test func gitHubGetsItsReportsUnasked() async throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("station.yaml", VerifyTests.broken)
        let summary = try folder.write("summary.md", "before\n")
        let environment = ["GITHUB_ACTIONS": "true", "GITHUB_STEP_SUMMARY": summary]
        let result = try await Tool.run("verify", file, environment: environment)
        #expect(result.output.contains("\n::error file=\(file),line=9,col=15,title=station (async%2C callbacks)::"))
        let token = try #require(result.output.firstMatch(of: /^::stop-commands::(.+)\n/)).output.1
        #expect(result.output.contains("\n::\(token)::\n::error file="), "what was answered is no command")
        #expect(try folder.read("summary.md").hasPrefix("before\n## ❌ Contracts: 2 of 2 cases failed\n"))

        let asked = try await Tool.run(
            "verify",
            file,
            "--report",
            "github=/dev/null",
            environment: ["GITHUB_ACTIONS": "true"]
        )
        #expect(!asked.output.contains("::error"))
        let plain = try await Tool.run("verify", file)
        #expect(!plain.output.contains("::error"))
    }
}
