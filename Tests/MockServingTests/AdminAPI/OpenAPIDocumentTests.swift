import Foundation
import HAL
import Testing

@testable import MockServing

struct OpenAPIDocumentTests {
    private static let document = OpenAPIDocument.json

    @Test func isServed() {
        let answer = AdminFixture().send("GET", "/__admin/docs/openapi.json")
        #expect(answer.status == 200 && answer.json == Self.document)
        #expect(answer.json["openapi"] == "3.1.0")
    }

    @Test func hasEveryRouteOnceAndNothingElse() {
        let described = (Self.document["paths"]?.object?.members ?? []).flatMap { path in
            (path.value.object?.names ?? []).map { "\($0.uppercased()) \(path.name)" }
        }
        let routes = AdminAPI.routes.map { "\($0.method) \($0.path.replacing("...}", with: "}"))" }
        #expect(described.sorted() == routes.sorted())
        #expect(Set(routes).count == routes.count)
    }

    @Test func refersOnlyToWhatItHas() {
        let schemas = Set(Self.document["components"]?["schemas"]?.object?.names ?? [])
        let references = Set(Self.references(in: Self.document))
        #expect(references.subtracting(schemas.map { "#/components/schemas/\($0)" }) == [])
        #expect(references.count > 8)
    }

    @Test func thePageOfTheAPINamesEveryPath() throws {
        var folder = URL(filePath: #filePath)
        for _ in 0..<4 { folder.deleteLastPathComponent() }
        let url = folder.appending(path: "Sources/CLI/CLI.docc/Administration.md")
        let words = try Set(String(contentsOf: url, encoding: .utf8).matches(of: /[\w.-]+/).map { String($0.output) })
        for case .literal(let word) in AdminAPI.routes.flatMap(\.segments) { #expect(words.contains(word), "\(word)") }
    }

    @Test func everyPathParameterIsDeclared() {
        for route in AdminAPI.routes {
            let path = route.path.replacing("...}", with: "}")
            let operation = Self.document["paths"]?[path]?[route.method.lowercased()]
            let declared = (operation?["parameters"]?.array ?? []).filter { $0["in"] == "path" }
            #expect(declared.count == path.count { $0 == "{" }, "\(path)")
            #expect(operation?["summary"] != nil && operation?["responses"]?["401"] != nil)
        }
    }

    @Test("It has WireMock's address too, and a page that links to it")
    func isAtTheAddressesOfWireMock() {
        let fixture = AdminFixture()
        #expect(fixture.send("GET", "/__admin/docs/swagger").json == Self.document)
        let page = fixture.send("GET", "/__admin/docs")
        #expect(page.text.contains(#"<a href="docs/openapi.json">"#))
    }

    @Test("Each accepted or returned document has a schema, closed against other members")
    func describesEveryDocument() throws {
        let schemas = try #require(Self.document["components"]?["schemas"]?.object)
        for body in AdminBody.allCases where body != .bytes {
            #expect(schemas[OpenAPISchemas.name(of: body)] != nil, "\(body)")
        }
        let others: [AdminResult] = [
            .file, .nothing, .certificate, .events, .metrics, .mappingListOrPage, .serveEventListOrArchive, .page,
        ]
        for result in AdminResult.allCases where !others.contains(result) {
            #expect(schemas[result.rawValue] != nil, "\(result)")
        }
        let mapping = schemas["mapping"]
        #expect(mapping?["additionalProperties"] == false && mapping?["properties"]?["request"]?["anyOf"] != nil)
        // Only what is required may not be null.
        let delay = schemas["delayDistribution"]?["properties"]
        #expect(delay?["type"]?["anyOf"] == nil && delay?["median"]?["anyOf"] != nil)
    }

    private static func references(in value: JSONValue) -> [String] {
        if let text = value["$ref"]?.string { return [text] }
        let children = value.array ?? value.object?.members.map(\.value) ?? []
        return children.flatMap { references(in: $0) }
    }
}
