import Documents
import HAL
import Scenarios
import Testing

@testable import Recordings

/// Files of PEWire-Control.
struct PEWireReaderTests {
    private static func read(_ text: String) -> ImportResult {
        let settings = ImportSettings(ScenarioGenerator(title: "conflict", slug: "conflict"))
        return ImportFormat.read(Array(text.utf8), path: "conflict.xml", settings)
    }

    private static func file(
        _ content: String,
        annotation: String =
            "<annotation host='example.com' port='80' scheme='http' uri-path='/a/b?c=d' request-method='PUT'/>"
    ) -> String {
        "<?xml version=\"1.0\"?>\n<http-response statusCode=\"409\">\n\(annotation)\n\(content)\n</http-response>\n"
    }

    @Test func aResponseBecomesAScenario() throws {
        let result = Self.read(
            Self.file(
                """
                <headers>
                  <header name="Content-Type" value="application/json"/>
                  <header name="Content-Length" value="7"/>
                  <header name="X-A" value="1"/><header name="x-a" value="&lt;2&gt;"/>
                </headers>
                <cookies><cookie name="sid" value="abc-1234567" path="/" secure="true" max-age="60"/></cookies>
                <body><![CDATA[
                { "n": 2.890 }
                ]]></body>
                """
            )
        )
        let scenario = try #require(result.scenario, "\(result.issues)")
        #expect(
            scenario.text == """
                scenario: conflict
                origin: http://example.com
                recorded: {}
                interactions:
                  - name: PUT /a/b
                    request: { method: PUT, urlPath: /a/b }
                    response:
                      status: 409
                      headers: { Content-Type: application/json, x-a: <2>, Set-Cookie: sid=REDACTED-1; Path=/; Max-Age=60; Secure }
                      body: "{ \\"n\\": 2.890 }"
                contract:
                  - step: PUT /a/b
                    request: { method: PUT, url: /a/b }
                    expect:
                      outcome: conflict
                      status: 409
                      model: { n: 2.890 }

                """
        )
        let read = ScenarioReader.read(Array(scenario.text.utf8), path: "conflict.yaml")
        #expect(read.issues.isEmpty, "\(read.issues)")
    }

    @Test(arguments: [
        ("<a/>", "1:1: error: the root element must be 'http-response', not 'a'"),
        ("<a>", "1:1: error: invalid XML: line 1"),
        ("<!DOCTYPE a>\n<a/>", "1:1: error: a DTD is not supported; remove the DOCTYPE"),
        ("\n<http-response statusCode='x'/>", "2:1: error: 'statusCode' must be a status code"),
        (file("", annotation: ""), "2:1: error: 'http-response' must have exactly one 'annotation', not 0"),
        (file("<annotation/>"), "4:1: error: 'http-response' must have exactly one 'annotation', not 2"),
        (file("", annotation: "<annotation/>"), "3:1: error: 'annotation' has no 'uri-path'"),
        (file("<headers><header name='a'/></headers>"), "4:1: error: 'header' has no 'value'"),
        (file("<body/>\n<body/>"), "5:1: error: 'body' is there 2 times"),
        (file("<body-file path='x'/>"), "4:1: error: 'body-file' is not supported"),
    ])
    func mistakesHaveLines(_ text: String, message: String) {
        let result = Self.read(text)
        #expect(result.scenario == nil)
        #expect(result.issues.first?.description.hasPrefix("conflict.xml:" + message) == true, "\(result.issues)")
    }
}
