import Foundation
import Testing

/// The file that `hypermock serve` writes its port into.
struct PortFileTests {
    private static let body = "\n  - { request: { urlPath: /body }, response: { bodyFileName: beside.txt } }"

    @Test func writesThePortIntoAFile() async throws {
        let folder = try TemporaryFolder()
        let file = folder.path + "/port.txt"
        let tool = try RunningTool(["serve", "Scenarios", "--port", "0", "--port-file", file, "--quiet"])
        let port = try #require(await tool.readPort())
        #expect(try String(contentsOfFile: file, encoding: .utf8) == "\(port)\n")
        tool.terminate()
        #expect(await tool.finish().status == 0)
    }

    @Test func writesThePortIntoADeviceWithoutReplacingIt() async throws {
        let folder = try TemporaryFolder()
        let file = folder.path + "/port.txt"
        try FileManager.default.createSymbolicLink(atPath: file, withDestinationPath: "/dev/null")
        let tool = try RunningTool(["serve", "Scenarios", "--port", "0", "--port-file", file, "--quiet"])
        _ = try #require(await tool.readPort())
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: file) == "/dev/null")
        let type = try FileManager.default.attributesOfItem(atPath: "/dev/null")[.type] as? FileAttributeType
        #expect(type == .typeCharacterSpecial)
        tool.terminate()
        #expect(await tool.finish().status == 0)
    }

    @Test func waitsForWhoeverReadsThePortFromAPipe() async throws {
        let folder = try TemporaryFolder()
        try folder.write("station.yaml", VerifyTests.scenario)
        let script = """
            mkfifo port; '\(Tool.executable.path)' serve . --port 0 --port-file port --quiet > /dev/null & timeout 60 cat port; kill $!; wait $!
            """
        let result = try await RunningTool(["-c", script], in: folder.url, program: URL(filePath: "/bin/sh")).finish()
        #expect(result.status == 0, "\(result.errors)")
        #expect(Int(result.output.dropLast()) != nil, "\(result.output)")
    }

    private static let badPortFiles: [(String, String)] = {
        var files = [("/nowhere/port.txt", "its folder does not exist"), ("/tmp", "it is a folder")]
        #if os(Linux)
            files.append(("/dev/full", "no space left on device"))
        #endif
        return files
    }()

    @Test(arguments: badPortFiles)
    func saysWhyThePortFileCannotBeWritten(path: String, reason: String) async throws {
        let result = try await Tool.run("serve", "Scenarios", "--port", "0", "--port-file", path, "--quiet")
        #expect(result.status == 3)
        #expect(result.errors == "hypermock: the port file \(path) cannot be written: \(reason)\n")
    }

    @Test(arguments: ["station.yaml", "link.yaml", "stubs/mappings/a.json", "stubs/__files/body.txt", "beside.txt"])
    func doesNotReplaceWhatIsServed(name: String) async throws {
        let folder = try TemporaryFolder()
        let scenario = VerifyTests.scenario.replacing("\ncontract:", with: Self.body + "\ncontract:")
        try folder.write("station.yaml", scenario)
        try folder.write("beside.txt", "a body")
        try folder.write("stubs/mappings/a.json", #"{"response": {"bodyFileName": "body.txt"}}"#)
        try folder.write("stubs/__files/body.txt", "a body")
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/link.yaml",
            withDestinationPath: folder.path + "/station.yaml"
        )
        let before = try folder.read(name)
        let paths = ["station.yaml", "--root-dir", "stubs"]
        let run = try RunningTool(["serve"] + paths + ["--port", "0", "--port-file", name], in: folder.url)
        let result = await run.finish()
        #expect(result.status == 3)
        let reason = "it is one of the files that this command reads; use another path"
        #expect(result.errors.hasSuffix("hypermock: the port file \(name) cannot be written: \(reason)\n"))
        #expect(result.output == "")
        #expect(try folder.read(name) == before)
    }

    @Test func followsALinkToAFileAndRefusesOneToNothing() async throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("port.txt", "old")
        let link = folder.path + "/link"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: file)
        let tool = try RunningTool(["serve", "Scenarios", "--port", "0", "--port-file", link, "--quiet"])
        let port = try #require(await tool.readPort())
        tool.terminate()
        #expect(await tool.finish().status == 0)
        #expect(try folder.read("port.txt") == "\(port)\n")
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == file)
        try FileManager.default.removeItem(atPath: file)
        let result = try await Tool.run("serve", "Scenarios", "--port", "0", "--port-file", link, "--quiet")
        #expect(result.status == 3)
        #expect(result.errors.contains("it is a symbolic link to a file that does not exist; remove the link"))
        #expect(!FileManager.default.fileExists(atPath: file))
    }
}
