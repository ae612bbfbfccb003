import Foundation
import HAL
import Testing

@testable import Documents
@testable import Matching
@testable import Scenarios

@Suite struct ScenarioSchemaTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Scenarios")

    private static func failure(_ yaml: String) throws -> SchemaFailure? {
        let schema = try JSONSchema(ScenarioSchema.json)
        return schema.failure(in: try YAMLText.value(of: Array(yaml.utf8)))
    }

    private static func file(_ interaction: String) -> String {
        "scenario: t\ninteractions:\n  - \(interaction)\n"
    }

    @Test func acceptsEveryShippedFile() throws {
        let schema = try JSONSchema(ScenarioSchema.json)
        let files = try FileManager.default.subpathsOfDirectory(atPath: Self.folder.path()).filter {
            $0.hasSuffix(".yaml")
        }
        #expect(files.count > 50)
        for file in files {
            let bytes = try Data(contentsOf: Self.folder.appending(path: file))
            #expect(schema.failure(in: try YAMLText.value(of: Array(bytes))) == nil, "\(file)")
        }
    }

    @Test(
        "What the reader accepts, the schema accepts",
        arguments: [
            "response: {}", "responses: [{ status: 200, body: a }]", "{ request: { method: PURGE }, response: {} }",
            "{ request: { method: [GET, POST], url: '*' }, response: { fault: reset } }",
            "{ request: { urlPath: '${a}' }, response: { status: '${b}', fault: { effect: close, after: 20 } } }",
        ]
    )
    func accepts(_ interaction: String) throws {
        #expect(try Self.failure(Self.file(interaction)) == nil)
    }

    @Test(
        "A version of TLS is text or a number, for the reader and for the schema",
        arguments: [
            ("'1.1'", true), ("1.1", true), ("\"1.1\"", true), ("1.2", false), ("'1.2'", false), ("1", false),
            ("true", false),
        ]
    )
    func agreesOnVersions(_ version: String, _ isValid: Bool) throws {
        let file = "scenario: t\ntls: { protocol: \(version) }\ninteractions: [{ response: {}, times: 0 }]\n"
        #expect(try (Self.failure(file) == nil) == isValid)
        let issues = ScenarioReader.read(Array(file.utf8), path: "a.yaml").issues
        #expect(issues.contains { $0.severity == .error } == !isValid)
    }

    @Test(
        "What the reader refuses without a look at other places, the schema refuses",
        arguments: [
            "{ response: {}, responses: [{}] }", "{ request: {} }", "{ response: { body: a, jsonBody: 1 } }",
            "{ request: { url: /a, urlPath: /a }, response: {} }", "{ request: { urlPath: a }, response: {} }",
            "{ response: {}, afterLast: lop }", "{ response: { status: 99 } }", "{ response: { fault: explode } }",
        ]
    )
    func refuses(_ interaction: String) throws {
        #expect(try Self.failure(Self.file(interaction)) != nil)
    }
}
