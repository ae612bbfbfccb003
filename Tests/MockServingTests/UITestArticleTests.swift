import Foundation
import MockServing
import Support
import Testing

struct UITestArticleTests {
    @Test func showsWhatIsCompiledHere() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
        let source = try String(contentsOf: folder.appending(path: "UITestSample.swift"), encoding: .utf8)
        let samples = source.components(separatedBy: "// sample\n").dropFirst().map {
            $0.components(separatedBy: "// end\n")[0]
        }
        let article = URL(filePath: shippedScenarios).deletingLastPathComponent()
            .appending(path: "Sources/MockServing/MockServing.docc/MockServerInAUITest.md")
        let text = try String(contentsOf: article, encoding: .utf8)
        #expect(samples.count == 3)
        for sample in samples { #expect(text.contains("```swift\n\(sample)```"), "\(sample)") }
    }

    @Test func givesAnAppTheAddressOfHTTPSAndItsAuthority() async throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
        let source = try String(contentsOf: folder.appending(path: "HTTPS/HTTPSSample.swift"), encoding: .utf8)
        let sample = source.components(separatedBy: "// sample\n")[1]
        let article = URL(filePath: shippedScenarios).deletingLastPathComponent()
            .appending(path: "Sources/MockServing/MockServing.docc/HTTPSInAnAppsTests.md")
        #expect(try String(contentsOf: article, encoding: .utf8).contains("```swift\n\(sample)```"))
        var configuration = MockServerConfiguration()
        configuration.https = HTTPSConfiguration()
        try await withServer(configuration: configuration) { server in
            let sandbox = server.sandbox(of: "fuel-stations")
            let variables = environment(of: sandbox, server)
            #expect(variables["STATION_CA"] == server.certificateAuthority)
            let path = sandbox.baseURL.path()
            #expect(variables["STATION_SERVER"] == "https://127.0.0.1:\(server.port)\(path)")
        }
        try await withServer { #expect($0.sandbox().secureURL == nil) }
    }

    @Test func readsTheJournalOfASandboxThatIsSomewhereElse() async throws {
        try await withServer { server in
            let sandbox = RemoteSandbox(of: "unavailable-then-back", server: server.baseURL.absoluteString)
            let prefix = sandbox.address.dropFirst(server.baseURL.absoluteString.count)
            let answer = try await server.send("GET", prefix + "/fuelstations/fs291410")
            #expect(answer.status == 503)
            let targets = try await sandbox.targets()
            #expect(targets == ["/fuelstations/fs291410"])
        }
    }
}
