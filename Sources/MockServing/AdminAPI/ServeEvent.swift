import HAL
import HTTPTypes
import Mocking
import Scenarios

/// One entry of the journal as WireMock's admin API shows it.
struct ServeEvent {
    private let entry: JournalEntry
    private let view: RequestView

    init(_ entry: JournalEntry, _ view: RequestView) {
        self.entry = entry
        self.view = view
    }

    var json: JSONValue {
        let definition = response?.wireMockJSON.object
        let status = JSONValue.number(JSONNumber(entry.status))
        var event: JSONObject = [
            "id": .string(JournalID.text(of: entry.id)),
            "request": LoggedRequest(entry, view).json,
            "responseDefinition": .object(definition ?? ["status": status, "fromConfiguredStub": false]),
            "response": .object(answer(definition)),
            "wasMatched": .bool(entry.wasMatched),
            "timing": timing,
            "subEvents": [],
        ]
        if let interaction = entry.interaction {
            event["stubMapping"] = interaction.wireMockJSON
            event["location"] = .string(interaction.location.description)
        }
        return .object(event)
    }

    private var response: ResponseDefinition? {
        guard let responses = entry.interaction?.responses.responses, responses.indices.contains(entry.responseNumber)
        else { return nil }
        return responses[entry.responseNumber]
    }

    /// What was answered, as far as the file says it.
    private func answer(_ definition: JSONObject?) -> JSONObject {
        var answer: JSONObject = ["status": .number(JSONNumber(entry.status))]
        var headers = definition?["headers"]?.object ?? [:]
        if let interaction = entry.interaction {
            headers["Matched-Stub-Id"] = .string(interaction.identifier)
            headers["Matched-Stub-Name"] = interaction.name.map { .string($0) }
        }
        answer["headers"] = .object(headers)
        if let body = definition?["body"] ?? definition?["jsonBody"].map({ .string($0.serialized()) }) {
            answer["body"] = body
            answer["bodyAsBase64"] = .string(Base64.encode(Array((body.string ?? "").utf8)))
        } else {
            answer["bodyAsBase64"] = definition?["base64Body"]
        }
        if let fault = definition?["fault"] { answer["fault"] = fault }
        return answer
    }

    private var timing: JSONValue {
        let delay = JSONValue.number(JSONNumber(entry.delayMilliseconds))
        return [
            "addedDelay": delay, "processTime": 0, "responseSendTime": 0, "serveTime": 0, "totalTime": delay,
        ]
    }
}
