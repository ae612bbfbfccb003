import HAL
import HTTPTypes
import Mocking
import Scenarios

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// One entry of the journal as WireMock's admin API shows it.
struct ServeEvent {
    private let entry: JournalEntry

    init(_ entry: JournalEntry) {
        self.entry = entry
    }

    var json: JSONValue {
        var event: JSONObject = [
            "id": .string(String(entry.id)),
            "request": request,
            "wasMatched": .bool(entry.wasMatched),
            "responseDefinition": ["status": .number(JSONNumber(entry.status))],
            "response": ["status": .number(JSONNumber(entry.status))],
            "timing": ["addedDelay": .number(JSONNumber(entry.delayMilliseconds))],
        ]
        if let interaction = entry.interaction {
            event.members.append(.init("stubMapping", stub(interaction)))
        }
        return .object(event)
    }

    private var request: JSONValue {
        let received = RecordedRequest(entry)
        let text = String(validating: received.body, as: UTF8.self)
        var request: JSONObject = [
            "url": .string(received.target),
            "method": .string(received.method.rawValue),
            "headers": headers(received),
            "loggedDate": .number(JSONNumber(Int(entry.receivedAt))),
            "loggedDateString": .string(Timestamp(epochMilliseconds: entry.receivedAt).iso8601),
            "bodyAsBase64": .string(Data(received.body).base64EncodedString()),
        ]
        if let text { request.members.append(.init("body", .string(text))) }
        if let hash = entry.bodyHash {
            // Only the beginning of a large body is kept.
            request.members.append(.init("bodyLength", .number(JSONNumber(entry.bodyLength))))
            request.members.append(.init("bodyHash", .string(String(hash, radix: 16))))
        }
        return .object(request)
    }

    /// A name with several values has them in an array, as WireMock has it.
    private func headers(_ request: RecordedRequest) -> JSONValue {
        var object = JSONObject()
        for (name, values) in request.headersByName {
            let value: JSONValue = values.count == 1 ? .string(values[0]) : .array(values.map { .string($0) })
            object.members.append(.init(name, value))
        }
        return .object(object)
    }

    private func stub(_ interaction: Interaction) -> JSONValue {
        var object: JSONObject = ["location": .string(interaction.location.description)]
        if let name = interaction.name { object.members.insert(.init("name", .string(name)), at: 0) }
        return .object(object)
    }
}
