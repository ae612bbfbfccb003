import Foundation
import HTTPTypes
import Testing

@testable import Documents
@testable import Scenarios

/// Real files in a real folder.
@Suite final class ScenarioLoaderTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "hypermock-\(UUID().uuidString)").path()
    private static let scenario = "scenario: t\ninteractions:\n  - response: {}\n"

    init() throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: folder)
    }

    private func write(_ name: String, _ text: String = scenario) throws {
        let file = URL(filePath: folder).appending(path: name)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
    }

    private func link(_ name: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(atPath: folder + "/" + name, withDestinationPath: target)
    }

    /// The messages of a load, with paths below the folder.
    private func issues(_ paths: [String]) -> [String] {
        ScenarioLoader.load(paths: paths).issues.map { "\($0.location): \($0.message)".replacing(folder, with: "") }
    }

    @Test func readsAFolderInPathOrderAndPassesOverWhatIsNoScenario() throws {
        for name in ["b.yaml", "a/z.yml", "a/y.json", "c/d/e.YAML"] { try write(name) }
        try write("a/y.json", #"{"scenario":"t","interactions":[{"response":{}}]}"#)
        for name in [".hidden.yaml", "_draft.yaml", ".git/x.yaml", "_old/x.yaml", "__files/x.json", "readme.md"] {
            try write(name, "no scenario")
        }
        let result = ScenarioLoader.load(paths: [folder])
        #expect(result.issues.isEmpty)
        #expect(result.scenarios.map(\.slug) == ["y", "z", "b", "e"])
    }

    /// Overwrites a file in its place, as if it had been changed that many seconds ago.
    private func overwrite(_ name: String, _ text: String, secondsAgo: Int) throws {
        let file = URL(filePath: folder).appending(path: name)
        try Data(text.utf8).write(to: file, options: [])
        let date = Date(timeIntervalSince1970: (Date().timeIntervalSince1970 - Double(secondsAgo)).rounded())
        try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: file.path())
    }

    @Test func aLaterLoadReadsOnlyFilesThatMayHaveChanged() throws {
        let sources = ScenarioSources(paths: [folder])
        let titles = { (result: ScenarioLoader.Result) in result.scenarios.map(\.title) }
        try overwrite("new.yaml", Self.scenario, secondsAgo: 0)
        try overwrite("old.yaml", Self.scenario, secondsAgo: 3600)
        let first = ScenarioLoader.load(sources)
        let time = try FileManager.default.attributesOfItem(atPath: folder + "/old.yaml")[.modificationDate]
        for name in ["new.yaml", "old.yaml"] {
            try overwrite(name, Self.scenario.replacing(": t", with: ": u"), secondsAgo: 0)
        }
        let after = ["new.yaml": Date(), "old.yaml": try #require(time as? Date)]
        for (name, date) in after {
            try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: folder + "/" + name)
        }
        let second = ScenarioLoader.load(sources, after: first)
        #expect(titles(second) == ["u", "t"], "the old file has the same size, time and number")
        try overwrite("old.yaml", Self.scenario.replacing(": t", with: ": v"), secondsAgo: 1800)
        let third = ScenarioLoader.load(sources, after: second)
        #expect(titles(third) == ["u", "v"])
        #expect(titles(ScenarioLoader.load(sources, after: third)) == ["u", "v"])
        try FileManager.default.removeItem(atPath: folder + "/old.yaml")
        #expect(titles(ScenarioLoader.load(sources, after: third)) == ["u"])
    }

    @Test func aLaterLoadReadsBodyFilesAgain() throws {
        let sources = ScenarioSources(paths: [folder])
        let scenario = "scenario: t\ninteractions:\n  - response: { bodyFileName: station.txt }\n"
        try overwrite("a.yaml", scenario, secondsAgo: 3600)
        let first = ScenarioLoader.load(sources)
        #expect(first.hasErrors, "the body file is missing")
        try write("station.txt", "one")
        let second = ScenarioLoader.load(sources, after: first)
        #expect(!second.hasErrors)
        try write("station.txt", "two")
        let third = ScenarioLoader.load(sources, after: second)
        #expect(third.scenarios.map(\.contents) != second.scenarios.map(\.contents))
    }

    @Test("A JSON file beside a scenario is a body if the scenario names it; any other is an error")
    func leavesOutBodyFiles() async throws {
        try write("a.yaml", "scenario: t\ninteractions:\n  - response: { bodyFileName: station.json }\n")
        try write("station.json", #"{"price":2.89}"#)
        for result in [
            ScenarioLoader.load(paths: [folder]),
            await ScenarioLoader.loadConcurrently(ScenarioSources(paths: [folder])),
        ] {
            #expect(result.issues.isEmpty)
            #expect(result.scenarios.map(\.slug) == ["a"])
            #expect(result.files == [folder + "/a.yaml"])
        }
        #expect(ScenarioLoader.load(paths: [folder, folder + "/station.json"]).hasErrors, "an explicit path")
        try write("other.json", #"{"price":2.89}"#)
        #expect(issues([folder]).count == 1)
        #expect(issues([folder])[0].hasPrefix("/other.json:1:1: this is not a scenario file"))
    }

    @Test func readsAFileOnceHoweverOftenItIsNamed() throws {
        try write("a.yaml")
        #expect(ScenarioLoader.load(paths: [folder, folder + "/a.yaml", folder + "/"]).scenarios.count == 1)
    }

    @Test func namesWhatIsNotThere() throws {
        try write("empty/readme.md", "")
        #expect(
            ScenarioLoader.load(paths: ["no/such"]).issues.map(\.description) == [
                "error: no/such: no such file or folder; pass a scenario file, or a folder of scenario files"
            ]
        )
        #expect(issues([folder + "/empty"]).first?.contains("no scenario files") == true)
        #expect(issues(["/dev/null"]).first?.contains("neither a file nor a folder") == true)
    }

    @Test("Two files of one name get their folders into their addresses, and a note says so")
    func setsFilesOfOneNameApart() throws {
        for name in ["orders/success.yaml", "Customers/success.yaml", "orders/other.yaml"] { try write(name) }
        let result = ScenarioLoader.load(paths: [folder], strict: true)
        #expect(!result.hasErrors)
        #expect(result.scenarios.map(\.slug) == ["customers-success", "other", "orders-success"])
        #expect(
            result.issues.map { $0.description.replacing(folder, with: "") } == [
                "note: /Customers/success.yaml: served at /~customers-success/: another file is also named 'success'",
                "note: /orders/success.yaml: served at /~orders-success/: another file is also named 'success'",
            ]
        )
    }

    @Test func refusesTwoFilesWithOneAddress() throws {
        try write("same_name.yaml")
        try write("same-name.yaml")
        let errors = ScenarioLoader.load(paths: [folder]).issues.filter { $0.severity == .error }
        #expect(errors.count == 1)
        #expect(errors.first?.message.contains("same-name.yaml', and both would have the same address") == true)
    }

    @Test("A buffer is read as the file that it stands for, with its folder's body files")
    func readsTexts() throws {
        try write("body.json", "{}")
        var sources = ScenarioSources(paths: [])
        let text = "scenario: t\ninteractions:\n  - response: { bodyFileName: body.json }\n"
        sources.texts = [ScenarioSources.Text(Array(text.utf8), path: folder + "/a.yaml")]
        #expect(ScenarioLoader.load(sources).issues.isEmpty)
        sources.texts = [ScenarioSources.Text(Array(text.utf8), path: nil)]
        #expect(ScenarioLoader.load(sources).issues.first?.location.description == "stdin.yaml:3:31")
        sources.texts = [ScenarioSources.Text(Array(" { \"request\": {} }".utf8), path: nil)]
        #expect(ScenarioLoader.load(sources).scenarios.map(\.slug) == ["stdin"])
    }

    @Test(
        "A file with the mark that editors write before UTF-8 is read like any other",
        arguments: ["a.yaml", "a.json"]
    )
    func skipsAByteOrderMark(name: String) throws {
        let json = #"{"scenario":"t","interactions":[{"response":{"status":99}}]}"#
        try write(name, "\u{FEFF}" + json)
        let issue = try #require(ScenarioLoader.load(paths: [folder]).issues.first)
        #expect(issue.location.column == 55 && issue.sourceLine == json, "\(issue)")
    }

    @Test("UTF-16 is named", arguments: ["a.yaml", "a.json"])
    func namesUTF16(name: String) throws {
        for bytes in [[0xFF, 0xFE, 0x61, 0x00], [0xFE, 0xFF, 0x00, 0x61], [0x61, 0x00, 0x3A, 0x00]] as [[UInt8]] {
            try Data(bytes).write(to: URL(filePath: folder).appending(path: name))
            #expect(issues([folder]) == ["/\(name):1:1: the file is UTF-16"])
        }
    }

    @Test(
        "The extension of a body file gives its Content-Type",
        arguments: [
            ("a.json", "{}", "application/json"), ("b.json", #"{"_links":{}}"#, "application/hal+json"),
            ("c.html", "x", "text/html"), ("d.TXT", "x", "text/plain"), ("e.xml", "x", "application/xml"),
            ("f.bin", "x", nil),
        ] as [(String, String, String?)]
    )
    func derivesAContentType(name: String, body: String, type: String?) throws {
        try write("s.yaml", "scenario: t\ninteractions:\n  - response: { bodyFileName: \(name) }\n")
        try write("__files/" + name, body)
        let result = ScenarioLoader.load(paths: [folder])
        let fields = result.scenarios.first?.variants.variant(at: 0).interactions[0].responses.responses[0].fields
        #expect(fields?.map(\.value) == [type].compactMap { $0 })
        #expect(result.issues.contains { $0.message.contains("has no 'Content-Type'") } == (type == nil))
    }

    @Test func refusesAFileThatIsTooLarge() throws {
        try write("large.yaml", "scenario: t # " + String(repeating: "x", count: 16 << 20))
        #expect(issues([folder]).first?.contains("is larger than 16 MiB") == true)
    }

    @Test func survivesFoldersThatLeadInCircles() throws {
        try write("a.yaml")
        try FileManager.default.createDirectory(atPath: folder + "/loop", withIntermediateDirectories: true)
        try link("loop/back", to: folder)
        let result = ScenarioLoader.load(paths: [folder])
        #expect(result.issues.isEmpty)
        #expect(result.scenarios.map(\.slug) == ["a"])
    }

    @Test func takesBodiesFromTheFolderAndFromItsFilesFolder() throws {
        try write("a.yaml", "scenario: t\ninteractions:\n  - response: { bodyFileName: one.txt }\n")
        try write("b.yaml", "scenario: t\ninteractions:\n  - response: { bodyFileName: deep/two.txt }\n")
        try write("one.txt", "first")
        try write("__files/deep/two.txt", "second")
        let result = ScenarioLoader.load(paths: [folder])
        #expect(result.issues.isEmpty)
        let bodies = result.scenarios.map { $0.variants.variant(at: 0).interactions[0].responses.responses[0].body }
        #expect(bodies == [.bytes(Array("first".utf8)), .bytes(Array("second".utf8))])
    }

    @Test(
        "WireMock keeps bodies beside its mappings",
        arguments: ["", "/mappings", "/mappings/deep", "/mappings/deep/a.json"]
    )
    func takesBodiesFromBesideTheMappings(path: String) throws {
        try write("mappings/deep/a.json", #"{ "request": {}, "response": { "bodyFileName": "pages/one.txt" } }"#)
        try write("__files/pages/one.txt", "first")
        let result = ScenarioLoader.load(paths: [folder + path])
        #expect(result.issues.isEmpty)
        let body = result.scenarios.first?.variants.variant(at: 0).interactions[0].responses.responses[0].body
        #expect(try body?.stored == Array("first".utf8))
        // It is read when it is sent: as it is then.
        try write("__files/pages/one.txt", "second")
        #expect(try body?.stored == Array("second".utf8))
        try FileManager.default.removeItem(atPath: folder + "/__files/pages/one.txt")
        #expect(throws: StoredBody.Failure.self) { try body?.stored }
    }

    @Test(arguments: ["../secret.txt", "link.txt", "linked/secret.txt", "none.txt", "."])
    func neverLeavesTheFolderBesideTheMappings(name: String) throws {
        try write("secret.txt", "secret")
        try write("mappings/a.json", #"{ "request": {}, "response": { "bodyFileName": "\#(name)" } }"#)
        try write("__files/one.txt", "first")
        try link("__files/link.txt", to: folder + "/secret.txt")
        try link("__files/linked", to: folder)
        let found = issues([folder])
        #expect(found.count == 1)
        #expect(found.first?.hasPrefix("/mappings/a.json:1:48: 'bodyFileName': ") == true, "\(found)")
    }

    @Test func keepsTheBodiesOfVariantsThatAreReadLater() throws {
        try write(
            "a.yaml",
            "scenario: t\nmatrix: { n: [one, two] }\ninteractions: [{ response: { bodyFileName: '${n}.txt' } }]\n"
        )
        try write("one.txt", "first")
        #expect(
            issues([folder]) == ["/a.yaml:3:44: 'bodyFileName': no file 'two.txt' in '' or its subfolder __files"]
        )
        try write("two.txt", "second")
        let result = ScenarioLoader.load(paths: [folder])
        try FileManager.default.removeItem(atPath: folder + "/two.txt")
        let body = result.scenarios.first?.variants.variant(at: 1).interactions[0].responses.responses[0].body
        #expect(body == .bytes(Array("second".utf8)))
    }

    @Test(arguments: ["../secret.txt", "/etc/hosts", "inside/../../secret.txt", "link.txt", "linked/secret.txt", "."])
    func neverLeavesTheFolderForABody(name: String) throws {
        try write("secret.txt", "secret")
        try write("set/a.yaml", "scenario: t\ninteractions:\n  - response: { bodyFileName: \(name) }\n")
        try link("set/link.txt", to: folder + "/secret.txt")
        try link("set/linked", to: folder)
        let found = issues([folder + "/set"])
        #expect(found.count == 1)
        #expect(found.first?.hasPrefix("/set/a.yaml:3:31: 'bodyFileName': ") == true, "\(found)")
    }

    @Test func followsALinkThatStaysInTheFolder() throws {
        try write("a.yaml", "scenario: t\ninteractions:\n  - response: { bodyFileName: link.txt }\n")
        try write("one.txt", "first")
        try link("link.txt", to: "one.txt")
        #expect(issues([folder]).isEmpty)
    }

    @Test("All cores together read what one reads alone")
    func readsConcurrently() async throws {
        for index in 0..<40 {
            try write("\(index % 3)/s-\(index).yaml", index % 7 == 0 ? "scenario: 1\nx: y\n" : Self.scenario)
        }
        try write("0/s-1.yaml")
        let alone = ScenarioLoader.load(paths: [folder])
        let together = await ScenarioLoader.loadConcurrently(ScenarioSources(paths: [folder]))
        #expect(together.scenarios.map(\.file) == alone.scenarios.map(\.file))
        #expect(together.issues.map(\.description) == alone.issues.map(\.description))
        #expect(alone.scenarios.count == 35 && alone.issues.count > 6)
    }

    @Test("A pipe without a writer is no file, and nobody waits for it")
    func refusesAPipe() throws {
        try write("a.yaml", "scenario: t\ninteractions:\n  - response: { bodyFileName: pipe }\n")
        let status = unsafe mkfifo(folder + "/pipe", 0o600)
        #expect(status == 0)
        #expect(issues([folder]).first?.hasSuffix("/pipe' is not a regular file") == true)
    }
}

extension ResponseDefinition.Body {
    /// The bytes of a body file that is read when it is sent.
    var stored: [UInt8]? {
        get throws {
            guard case .file(let body) = self else { return nil }
            return try body.read()
        }
    }
}
