import Foundation
import Testing

struct SchemaTests {
    @Test("prints a schema that editors understand", arguments: [[], ["scenario"], ["report"]])
    func printsASchemaThatEditorsUnderstand(arguments: [String]) async throws {
        let result = try await RunningTool(["schema"] + arguments).finish()
        let schema = try #require(try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
        #expect(schema["$schema"] as? String == "https://json-schema.org/draft/2020-12/schema")
        #expect(result.status == 0)
    }

    @Test(arguments: [
        ["--help"], ["serve", "--help"], ["lint", "--help"], ["schema", "--help"], ["healthcheck", "--help"],
    ])
    func everyCommandHasHelpWithAnExample(arguments: [String]) async throws {
        let result = try await RunningTool(arguments).finish()
        #expect(result.status == 0)
        #expect(result.output.contains("  hypermock ") || result.output.contains("\"hypermock\""), "\(result.output)")
    }
}
