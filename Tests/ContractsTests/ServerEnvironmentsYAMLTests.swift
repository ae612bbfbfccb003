import Contracts
import HAL
import HALClient
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

struct ServerEnvironmentsYAMLTests {
    private static func read(_ text: String) throws -> ServerEnvironments {
        let path = FileManager.default.temporaryDirectory.path + "/\(UInt64.random(in: .min ... .max)).yaml"
        try Data(text.utf8).write(to: URL(filePath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        return try ServerEnvironments(yamlContentsOf: path)
    }

    @Test func readsNamedEnvironments() throws {
        let environments = try Self.read(
            """
            common: &common { host: fp.example.com, path: v2, apiKey: "007", limit: 2.50 }
            production: *common
            development: # on this machine
              scheme: http
              host: 127.0.0.1
              port: 8080
              path: ""
            """
        )
        #expect(environments[.production]?.address.baseURI == "https://fp.example.com/v2/")
        #expect(environments[.production]?.info["apiKey"] == "007")
        #expect(environments[.production]?.info["limit"]?.number?.literal == "2.50")
        #expect(environments[.development]?.address.baseURI == "http://127.0.0.1:8080/")
    }

    @Test(
        "says what is wrong, and where",
        arguments: [
            ("", "expected an object of environments, found null"),
            ("- a", "expected an object of environments, found an array"),
            ("a: { port: 1 }", "environment a: has no host"),
            ("a: { host: x, note: .inf }", "1:21: '.inf' is not a valid JSON number"),
        ]
    )
    func saysWhatIsWrong(text: String, message: String) {
        let error = #expect(throws: InvalidEnvironments.self) { try Self.read(text) }
        #expect(error.map { "\($0)" } == message)
    }

    @Test(
        "never traps",
        arguments: ["{", "a: b: c", "\u{0}", "a: &a [*a]", "a: {host: x}\na: {host: y}", "---\n---\n"]
    )
    func neverTraps(text: String) {
        #expect(throws: InvalidEnvironments.self) { try Self.read(text) }
    }
}
