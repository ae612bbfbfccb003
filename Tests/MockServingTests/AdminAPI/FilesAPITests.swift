import Foundation
import HAL
import Scenarios
import Testing

@testable import MockServing

struct FilesAPITests {
    @Test func writesReadsListsAndRemovesFiles() throws {
        let folder = try ScenarioFolder()
        let server = AdminFixture(folder: folder.path)
        #expect(server.send("GET", "/__admin/files").json == [])
        #expect(server.send("PUT", "/__admin/files/fuel/price%20list.txt", "2.890").json == "Mi44OTA=")
        #expect(server.send("GET", "/__admin/files/fuel/price%20list.txt").text == "2.890")
        #expect(server.send("GET", "/__admin/files").json == ["fuel/price list.txt"], "and no path of this machine")
        #expect(server.send("DELETE", "/__admin/files/fuel/price%20list.txt").json == [:])
        #expect(server.send("GET", "/__admin/files/fuel/price%20list.txt").status == 404)
        #expect(server.send("DELETE", "/__admin/files/fuel/price%20list.txt").status == 404)
        #expect(server.send("GET", "/__admin/files/fuel").status == 404, "a folder is no file")
    }

    @Test func servesABodyThatWasWritten() throws {
        let folder = try ScenarioFolder()
        let server = AdminFixture(folder: folder.path)
        server.send("PUT", "/__admin/files/body.json", "[1]")
        _ = try server.add(#"{"request": {"url": "/b"}, "response": {"bodyFileName": "body.json"}}"#)
        #expect(server.send("GET", "/b").text == "[1]")
        _ = try server.add(#"{"request": {"url": "/c"}, "response": {"bodyFileName": "other.json"}}"#)
        let missing = server.send("GET", "/c")
        #expect(missing.status == 500 && missing.text.contains("no file 'other.json'"), "as in WireMock, not refused")
    }

    @Test(arguments: [
        "../secret", "%2e%2e/secret", "a/%2e%2e/%2e%2e/secret", "a%2f..%2f..%2fsecret", "a%00b", "%2f%2fetc",
    ])
    func neverLeavesItsFolder(name: String) throws {
        let folder = try ScenarioFolder(["secret": "s3cr3t"])
        let server = AdminFixture(folder: folder.path)
        for method in ["GET", "PUT", "DELETE"] {
            let answer = server.send(method, "/__admin/files/\(name)")
            #expect([400, 404].contains(answer.status), "\(method): \(answer.text)")
            #expect(answer.error?["title"] != nil)
        }
        #expect(try String(contentsOfFile: folder.path + "/secret", encoding: .utf8) == "s3cr3t")
    }

    @Test func doesNotFollowSymbolicLinks() throws {
        let folder = try ScenarioFolder(["__files/a.txt": "a", "outside/secret": "s3cr3t"])
        let link = folder.path + "/__files/link"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: folder.path + "/outside")
        let server = AdminFixture(folder: folder.path)
        for method in ["GET", "PUT", "DELETE"] {
            #expect(server.send(method, "/__admin/files/link/secret").status == 404)
        }
    }

    @Test func leavesAloneWhatIsNotARegularFile() throws {
        let folder = try ScenarioFolder(["__files/a.txt": "a", "mappings/b.json": "{}"])
        let server = AdminFixture(folder: folder.path)
        let id = "44444444-4444-4444-8444-444444444444"
        let pipes = [folder.path + "/__files/pipe", folder.path + "/mappings/get-y-\(id).json"]
        for pipe in pipes {
            let result = unsafe mkfifo(pipe, 0o600)
            try #require(result == 0)
        }
        #expect(server.send("GET", "/__admin/files").json == ["a.txt"])
        #expect(server.send("GET", "/__admin/files/pipe").status == 404)
        #expect(server.send("DELETE", "/__admin/files/pipe").status == 404)
        let refusal = server.send("PUT", "/__admin/files/pipe", "x")
        #expect(refusal.status == 403 && refusal.text.contains("is not a regular file"), "\(refusal.text)")
        let mapping = #"{"id": "\#(id)", "persistent": true, "request": {"method": "GET", "url": "/y"}}"#
        #expect(server.send("POST", "/__admin/mappings", mapping).status == 403)
        server.send("DELETE", "/__admin/mappings/\(id)")
        for pipe in pipes { #expect(DiskFile.kind(of: pipe) == .other) }
    }

    @Test func savesMappingsAndForgetsThem() throws {
        let folder = try ScenarioFolder()
        let server = AdminFixture(["station.json": AdminFixture.station], folder: folder.path)
        let id = try server.add(#"{"name": "A  Price/List!", "persistent": true, "response": {"body": "kept"}}"#)
        let file = folder.path + "/mappings/a-price-list-\(id).json"
        #expect(try JSONValue(parsing: String(contentsOfFile: file, encoding: .utf8))["id"]?.string == id)
        server.send("POST", "/__admin/reset")
        #expect(server.send("GET", "/x").text == "kept", "what is in a file stays")
        #expect(server.send("DELETE", "/__admin/mappings/\(id)").status == 200)
        #expect(!FileManager.default.fileExists(atPath: file))
        let other = try server.add(#"{"request": {"method": "GET", "url": "/y"}, "response": {}}"#)
        #expect(server.send("POST", "/__admin/mappings/save").json == [:])
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/mappings")
        #expect(names == ["get-y-\(other).json"], "and no copy of what came from a file")
    }

    @Test("Of two mappings added concurrently with the same id, the folder has the one that is served")
    func keepsTheFileOfTheMappingThatIsServed() throws {
        let folder = try ScenarioFolder()
        let server = AdminFixture(folder: folder.path)
        let id = "44444444-4444-4444-8444-444444444444"
        let mappings = ["first", "second"].map {
            #"{"id": "\#(id)", "name": "\#($0)", "persistent": true, "response": {"body": "\#($0)"}}"#
        }
        let answers = server.sendTogether("POST", "/__admin/mappings", mappings)
        #expect(answers.map(\.status) == [201, 422])
        #expect(server.send("GET", "/").text == "first")
        let names = { try FileManager.default.contentsOfDirectory(atPath: folder.path + "/mappings") }
        #expect(try names() == ["first-\(id).json"])
        #expect(server.send("DELETE", "/__admin/mappings/\(id)").status == 200)
        #expect(try names().isEmpty)
    }

    @Test func savesImportsAndRemovesManyAtOnce() throws {
        let folder = try ScenarioFolder(["mappings/own.json": #"{"request": {"url": "/own"}, "response": {}}"#])
        let server = AdminFixture(folder: folder.path)
        let mappings = (0..<300).map { number in
            #"{"request": {"url": "/\#(number)"}, "response": {"body": "a"}, "persistent": true}"#
        }
        server.send("POST", "/__admin/mappings/import", #"{"mappings": [\#(mappings.joined(separator: ","))]}"#)
        let names = { try FileManager.default.contentsOfDirectory(atPath: folder.path + "/mappings").count }
        #expect(try names() == 301)
        // The same once more, in another order and changed: replaced, not added.
        let listed = server.send("GET", "/__admin/mappings").json["mappings"]?.array ?? []
        let changed = listed.reversed().map { $0.serialized().replacing("\"a\"", with: "\"b\"") }
        let again = #"{"mappings": [\#((changed + changed).joined(separator: ","))]}"#
        #expect(server.send("POST", "/__admin/mappings/import", again).status == 200)
        #expect(server.send("GET", "/__admin/mappings").json["meta"]?["total"]?.number?.int == listed.count)
        #expect(server.send("GET", "/7").text == "b")
        #expect(try names() == 301)
        #expect(server.send("DELETE", "/__admin/mappings").status == 200)
        #expect(try names() == 1)
    }

    @Test("An import saves only the mappings that its duplicate policy takes")
    func savesWhatAnImportTakes() throws {
        let folder = try ScenarioFolder()
        let server = AdminFixture(folder: folder.path)
        let id = "55555555-5555-4555-8555-555555555555"
        let mapping = { (name: String) in
            #"{"id": "\#(id)", "name": "\#(name)", "persistent": true, "response": {"body": "\#(name)"}}"#
        }
        server.send("POST", "/__admin/mappings", mapping("first"))
        let document = #"{"mappings": [\#(mapping("second"))], "importOptions": {"duplicatePolicy": "IGNORE"}}"#
        #expect(server.send("POST", "/__admin/mappings/import", document).status == 200)
        #expect(server.send("GET", "/").text == "first")
        let file = try #require(FileManager.default.contentsOfDirectory(atPath: folder.path + "/mappings").first)
        #expect(file == "first-\(id).json")
        let saved = try String(contentsOfFile: folder.path + "/mappings/" + file, encoding: .utf8)
        #expect(try JSONValue(parsing: saved)["response"]?["body"] == "first")
    }

    @Test func onlyTheRootChangesFiles() throws {
        let folder = try ScenarioFolder(["__files/a.txt": "a"])
        let server = AdminFixture(folder: folder.path)
        #expect(server.send("GET", "/@t/__admin/files/a.txt").text == "a")
        for (method, path) in [("PUT", "/files/a.txt"), ("DELETE", "/files/a.txt"), ("POST", "/mappings/save")] {
            #expect(server.send(method, "/@t/__admin" + path).status == 403)
        }
        #expect(server.send("POST", "/@t/__admin/mappings", #"{"persistent": true}"#).status == 403)
    }

    @Test func saysThatThereIsNoFolder() {
        let server = AdminFixture()
        #expect(server.send("GET", "/__admin/files").json == [])
        #expect(server.send("GET", "/__admin/files/a").status == 404)
        #expect(server.send("PUT", "/__admin/files/a", "x").status == 403)
        #expect(server.send("POST", "/__admin/mappings/save").status == 403)
    }
}
