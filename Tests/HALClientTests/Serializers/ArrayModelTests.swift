import HAL
import HALClient
import Testing

/// Models that are arrays, and bodies that no model can have.
struct ArrayModelTests {
    private struct Station: Codable, Sendable, Equatable { var name: String }

    private static func get<Model: Codable & Sendable>(_ body: String, as type: Model.Type) async -> Outcome<Model> {
        await HypermediaClient(transport: CannedTransport([.hal(body)])).get("http://a.example/", as: type)
    }

    @Test func anArrayDecodes() async {
        let page = await Self.get(#"[{"name": "A"}, {"name": "B"}]"#, as: [Station].self).success
        #expect(page?.model?.map(\.name) == ["A", "B"])
        #expect(page?.resource == nil)
    }

    @Test func aLossyArrayKeepsTheRest() async {
        let page = await Self.get(#"[{"name": "A"}, {}, {"name": "B"}]"#, as: LossyArray<Station>.self).success
        #expect(page?.model?.map(\.name) == ["A", "B"])
        #expect(page?.model?.failures.map(\.description) == ["/1/name: Missing key 'name'."])
    }

    @Test(
        "what does not fit is undecodable",
        arguments: [
            (#"[{"name": 1}]"#, .model, "$[0].name"), (#"[{"name": "A"}, null]"#, .model, "$[1]"),
            (#""x""#, .notAResource, "$"), (#"{"name": "A"}"#, .model, "$"),
            (String(repeating: "[", count: 10_000), .tooLarge, nil),
        ] as [(String, DecodingFailure.Code, String?)]
    )
    func otherBodiesAreUndecodable(body: String, code: DecodingFailure.Code, path: String?) async {
        guard case .undecodable(let undecodable) = await Self.get(body, as: [Station].self) else {
            Issue.record("decoded \(body)")
            return
        }
        #expect(undecodable.failure.code == code)
        #expect(undecodable.failure.path == path)
    }

    @Test func anObjectIsStillRequiredForAnObject() async {
        guard case .undecodable(let undecodable) = await Self.get("[]", as: JSONObject.self) else {
            Issue.record("decoded an array")
            return
        }
        #expect(undecodable.failure.description == "$: expected an object, found an array")
    }
}
