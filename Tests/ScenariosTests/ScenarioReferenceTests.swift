import HAL
import Testing

@testable import Documents
@testable import Scenarios

/// Each example of the reference is read as a part of a whole file.
@Suite struct ScenarioReferenceTests {
    /// Where an object with certain keys stands in a file; the example goes where `…` is.
    private static let places: [String: String] = {
        let response = "interactions: [{ request: { url: / }, response: { … } }]"
        let interaction = "interactions: [{ request: { … }, response: { status: 204 } }]"
        func answered(_ contract: String) -> String {
            let links = "{ self: { href: / }, next: [{ href: '/{?id}', templated: true }, { href: /a, name: main }] }"
            let body = "{ _links: \(links), _templates: { create: { method: POST } } }"
            let response = "{ jsonBody: \(body), headers: { Content-Type: application/hal+json } }"
            return "interactions: [{ request: { urlPathPattern: .* }, response: \(response) }]\ncontract: [\(contract)]"
        }
        func inStep(_ request: String, before: String = "") -> String {
            answered(before + "{ step: this, request: { \(request) }, expect: { outcome: success } }")
        }
        func expecting(_ expectation: String) -> String {
            answered("{ step: this, request: { url: / }, expect: { \(expectation) } }")
        }
        func inBody(_ matcher: String) -> String {
            "interactions: [{ request: { method: POST, bodyPatterns: [{ \(matcher) }] }, response: { status: 204 } }]"
        }
        let first = "{ step: first, request: { url: / }, expect: { outcome: success } }, "
        return [
            "resource": "resources: { logs: { … } }",
            "page": "resources: { logs: { path: /logs, page: { … } } }",
            "scenario": "…", "interaction": "interactions: [{ … }]",
            "range": "interactions: [{ request: { url: / }, response: { status: 204 }, times: { … } }]",
            "request": interaction,
            "methods": interaction.replacing("…", with: "method: { … }"),
            "scenarioTLS": "tls: { … }\n"
                + interaction.replacing("…", with: "url: /").replacing(" }]", with: ", times: 0 }]"),
            "recorded": interaction.replacing("…", with: "url: /")
                .replacing("interactions:", with: "recorded: { … }\ninteractions:"),
            "tls": interaction.replacing("…", with: "tls: { … }"),
            "clientCertificate": interaction.replacing("…", with: "tls: { clientCertificate: { … } }"),
            "credentials": interaction.replacing("…", with: "basicAuth: { … }"),
            "part": interaction.replacing("…", with: "multipartPatterns: [{ … }]"),
            "matcher": inBody("…"),
            "multiValueMatcher": interaction.replacing("…", with: "queryParameters: { near: { … } }"),
            "jsonPathMatcher": inBody("matchesJsonPath: { … }"),
            "xPathMatcher": inBody("matchesXPath: { … }"),
            "response": response, "retryAfter": response.replacing("…", with: "status: 503, retryAfter: { … }"),
            "delayDistribution": response.replacing("…", with: "delayDistribution: { … }"),
            "chunkedDribbleDelay": response.replacing("…", with: "jsonBody: {}, chunkedDribbleDelay: { … }"),
            "throttle": response.replacing("…", with: "jsonBody: {}, throttle: { … }"),
            "fault": response.replacing("…", with: "jsonBody: [123456789], fault: { … }"),
            "faultPhase": response.replacing(
                "…",
                with: "jsonBody: [123456789], fault: { effect: reset, after: { … } }"
            ),
            "proxy": response.replacing("…", with: "proxy: { … }"),
            "fallback": "fallback: { … }\n" + interaction.replacing("…", with: "url: /"),
            "outage": interaction.replacing("…", with: "url: /").replacing(
                "}, response",
                with: "}, outage: { … }, response"
            ),
            "rateLimit": interaction.replacing("…", with: "url: /").replacing(
                "}, response",
                with: "}, rateLimit: { … }, response"
            ),
            "waited": expecting("outcome: success, waited: { … }"),
            "step": answered("{ … }"), "stepRequest": inStep("…", before: first),
            "follow": inStep("follow: { … }", before: first), "submit": inStep("submit: { … }", before: first),
            "pages": inStep("url: /, pages: { … }"),
            "authorization": inStep("url: /, authorization: { … }"),
            "oauth": inStep("url: /, authorization: { oauth: { … } }"),
            "oauthToken": inStep("url: /, authorization: { oauth: { tokenUrl: /, clientId: a, userToken: { … } } }"),
            "expect": expecting("…"),
            "challenge": expecting("outcome: authenticationRequired, challenges: [{ … }]"),
            "expectedRetryAfter": expecting("outcome: serverUnavailable, retryAfter: { … }"),
            "notice": expecting("outcome: success, notices: [{ … }]"),
            "representation": interaction.replacing(" … ", with: " url: / ")
                + "\nrepresentations: { station: { … } }",
            "shared": interaction.replacing(" … ", with: " url: / ") + "\n…",
            "defaults": interaction.replacing(" … ", with: " url: / ") + "\ndefaults: { … }",
        ]
    }()

    @Test(arguments: KeyTables.all.map { $0.definition })
    func examplesAreValid(_ definition: String) throws {
        let examples = ScenarioReference.examples.filter { $0.definition == definition }
        #expect(!examples.isEmpty)
        for example in examples {
            #expect(example.text.contains("\(example.key): "), "\(example)")
            let problems = try Self.problems(of: example)
            #expect(problems.isEmpty, "\(example.key): \(problems)")
        }
    }

    @Test func namesEveryObjectThatAKeyMayHave() {
        let page = ScenarioReference.markdown
        for link in page.matches(of: /\]\(#([a-z0-9]+)\)/) {
            #expect(KeyTables.all.contains { $0.definition.lowercased() == link.output.1 }, "\(link.output.1)")
        }
        for table in KeyTables.all { #expect(page.contains("\n## \(table.definition)\n")) }
    }

    private static func problems(of example: ScenarioReference.Example) throws -> [String] {
        let reader = WireMockReader()
        do throws(WireMockRefusal) {
            switch example.definition {
            case "mapping": return try reader.mapping(json(example.text)).warnings.map(\.message)
            case "import", "mappings":
                return try reader.importSet(json(example.text)).warnings.map(\.message)
            case "importOptions":
                let text = "mappings: [], importOptions: { \(example.text) }"
                return try reader.importSet(json(text)).warnings.map(\.message)
            case _: break
            }
        } catch {
            return error.problems.map(\.message)
        }
        let place = try #require(places[example.definition])
        var text = place.replacing("…", with: example.text)
        if example.key != "scenario" { text = "scenario: an example\n" + text }
        if example.definition == "scenario", example.key != "interactions" {
            text += "\ninteractions: [{ request: { url: / }, response: { status: 204 } }]"
        }
        if example.text.contains("representation: station") {
            text += "\nrepresentations: { station: { jsonBody: { name: 7-Eleven } } }"
        }
        // The files are not there.
        return messages(text).filter {
            !$0.contains("no file 'station.json'") && !$0.contains("no file '_shared.yaml'")
        }
    }

    /// YAML as JSON, by way of a body.
    private static func json(_ yaml: String) -> [UInt8] {
        let file = "scenario: t\ninteractions: [{ response: { jsonBody: { \(yaml) } } }]"
        guard case .json(let value)? = try? interactions(file).first?.responses.responses.first?.body else { return [] }
        return Array(value.serialized().utf8)
    }
}
