import Foundation
import Support
import Testing

struct HotReloadTests {
    private let folder: TemporaryFolder
    private let server: RunningTool
    private let port: Int

    init() async throws {
        folder = try TemporaryFolder()
        try folder.write("first.yaml", Self.scenario("First", body: "first"))
        try folder.write("nested/second.yaml", Self.scenario("Second", body: "second"))
        server = try RunningTool(["serve", folder.path, "--port", "0", "--watch", "--quiet"])
        port = try #require(await server.readPort())
    }

    @Test func swapsTwoSetsWithoutDroppingARequestAndRefusesABrokenEdit() async throws {
        try folder.write("first.yaml", Self.scenario("First", body: "changed"))
        try await ask("/~first/", until: { $0.text == "changed" })

        try folder.write("nested/second.yaml", Self.scenario("Second", body: "changed too"))
        try await ask("/~second/", until: { $0.text == "changed too" })
        try await ask("/~second/", until: { _ in server.errorsSoFar.contains("reloaded second.yaml (/~second)\n") })

        try folder.write("first.yaml", "scenario: First\ninteractions:\n  - respnse: {}\n")
        try folder.write("nested/second.yaml", Self.scenario("Second", body: "beside a broken one"))
        try await ask("/~second/", until: { $0.text == "beside a broken one" })
        try await ask("/~first/", until: { _ in server.errorsSoFar.contains("not reloaded") })
        #expect(server.errorsSoFar.contains("first.yaml:3:5: error:"), "\(server.errorsSoFar)")
        #expect(try await Exchange.get("/~first/", port: port).text == "changed", "the old set is still served")

        try folder.write("new/third.yaml", Self.scenario("Third", body: "third"))
        try folder.write("first.yaml", Self.scenario("First", body: "mended"))
        try await ask("/~first/", until: { $0.text == "mended" })
        #expect(try await Exchange.get("/~third/", port: port).text == "third", "a file in a folder that is new")

        server.terminate()
        #expect(await server.finish().status == 0)
    }

    /// Asks again and again; no answer may be anything but 200.
    private func ask(_ path: String, until isDone: (RawResponse) -> Bool) async throws {
        let end = ContinuousClock.now + .seconds(20)
        while ContinuousClock.now < end {
            let answer = try await Exchange.get(path, port: port)
            try #require(answer.status == 200, "\(answer.text)")
            if isDone(answer) { return }
        }
        Issue.record("nothing changed within 20 s: \(server.errorsSoFar)")
    }

    private static func scenario(_ title: String, body: String) -> String {
        "scenario: \(title)\ninteractions:\n  - response: { body: \(body) }\n"
    }
}
