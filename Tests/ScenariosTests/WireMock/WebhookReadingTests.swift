import HAL
import Testing

@testable import Documents
@testable import Scenarios

/// The listeners of a mapping, in the forms of WireMock 2 and 3.
struct WebhookReadingTests {
    private static let parameters = #"{"method": "POST", "url": "http://[::1]/", "body": "{{originalRequest.body}}"}"#

    private func read(
        _ listeners: String,
        sends: Bool = true
    ) throws -> (webhooks: [Webhook], warnings: [String], json: JSONValue) {
        let text = #"{"response": {"status": 201}, \#(listeners)}"#
        let reading = try WireMockReader(sendsWebhooks: sends).mapping(Array(text.utf8))
        let interaction = reading.value
        #expect(interaction.hasWebhooks != interaction.webhooks.isEmpty)
        return (interaction.webhooks, reading.warnings.map(\.message), interaction.wireMockJSON)
    }

    @Test(
        "Each form is read",
        arguments: [
            #""serveEventListeners": [{"name": "webhook", "parameters": \#(parameters)}]"#,
            #""serveEventListeners": [{"name": "webhook", "requestPhases": ["AFTER_COMPLETE"], "parameters": \#(parameters)}]"#,
            #""postServeActions": [{"name": "webhook", "parameters": \#(parameters)}]"#,
            #""postServeActions": {"webhook": \#(parameters)}"#,
        ]
    )
    func forms(listeners: String) throws {
        let (webhooks, warnings, json) = try read(listeners)
        #expect(webhooks.count == 1 && warnings.isEmpty)
        #expect(json.object?["serveEventListeners"] != nil || json.object?["postServeActions"] != nil)
        let (_, unsent, _) = try read(listeners, sends: false)
        #expect(unsent == ["this webhook is not sent"])
    }

    @Test("Bodies, header fields with several values and delays are read")
    func parts() throws {
        let (webhooks, warnings, _) = try read(
            #"""
            "serveEventListeners": [{"name": "webhook", "parameters": {"method": "PUT", "url": "http://[::1]/",
             "headers": {"A": ["1", "2"], "B": "3"}, "jsonBody": {"a": "{{parameters.x}}"}, "x": 1,
             "delay": {"type": "uniform", "lower": 5, "upper": 9}}}, {"name": "webhook",
             "parameters": {"method": "PUT", "url": "http://[::1]/", "base64Body": "AAE="}}]
            """#
        )
        #expect(webhooks.count == 2 && warnings.isEmpty)
        #expect(webhooks[0].fields.map(\.name) == ["A", "A", "B"])
        #expect(webhooks[0].delay == .uniform(lower: 5, upper: 9))
        guard case .template = webhooks[0].body, case .bytes([0, 1]) = webhooks[1].body else {
            Issue.record("other bodies")
            return
        }
    }

    @Test(
        "A listener that cannot be used is a warning, and the mapping is served",
        arguments: [
            (#"[{"name": "audit"}]"#, "the listener 'audit' is not supported, and has no effect"),
            (#"[1]"#, "a listener needs 'name', and has no effect without it"),
            (#"[{"name": "webhook"}]"#, "this webhook is not sent: a webhook needs 'method' and 'url'"),
            (
                #"[{"name": "webhook", "parameters": {"method": "GET", "url": "{{"}}]"#,
                "this webhook is not sent: invalid template: "
            ),
            (
                #"[{"name": "webhook", "parameters": {"method": "GET", "url": "a", "delay": {"type": "never"}}}]"#,
                "this webhook is not sent: "
            ),
        ]
    )
    func isOverlooked(listeners: String, warning: String) throws {
        let (webhooks, warnings, _) = try read(#""serveEventListeners": \#(listeners)"#)
        #expect(webhooks.isEmpty)
        #expect(warnings.count == 1 && warnings[0].hasPrefix(warning), "\(warnings)")
    }

    @Test("A webhook for another phase is not sent")
    func otherPhase() throws {
        let listener = #"{"name": "webhook", "requestPhases": ["BEFORE_MATCH"], "parameters": \#(Self.parameters)}"#
        let (webhooks, warnings, _) = try read(#""serveEventListeners": [\#(listener)]"#)
        #expect(webhooks.isEmpty && warnings.isEmpty)
    }
}
