import Documents
import HAL
import HTTPTypes
import Matching
import Messages
import Mocking
import Scenarios

/// An entry of the journal in the form of WireMock's admin API.
struct ServeEvent {
    private let entry: JournalEntry
    private let view: RequestView

    init(_ entry: JournalEntry, _ view: RequestView) {
        self.entry = entry
        self.view = view
    }

    var json: JSONValue {
        let definition = entry.definition?.wireMockJSON.object
        var event: JSONObject = [
            "id": .string(JournalID.text(of: entry.id)),
            "request": LoggedRequest(entry, view).json,
            "responseDefinition": .object(definition ?? unmatchedResponse),
            "response": .object(answer(definition)),
            "wasMatched": .bool(entry.wasMatched),
            "timing": timing,
        ]
        if view.hasOwnFields, let note = entry.note {
            event["clock"] = .string(Timestamp(epochMilliseconds: note.time).iso8601)
        }
        if view.hasOwnFields, let retry = entry.retry { event["retry"] = Self.json(retry) }
        if let interaction = entry.interaction {
            event["stubMapping"] = interaction.wireMockJSON
            if view.hasOwnFields { event["location"] = .string(interaction.location.description) }
        } else {
            event["stubMapping"] = .object(unmatchedMapping)
        }
        return .object(event)
    }

    private static func json(_ retry: RetryRecord) -> JSONValue {
        [
            "advised": JSONNumber(Double(retry.advisedMilliseconds) / 1000).map { .number($0) } ?? .null,
            "waited": JSONNumber(Double(retry.waitedMilliseconds) / 1000).map { .number($0) } ?? .null,
            "obeyed": .bool(retry.isObeyed),
        ]
    }

    /// The mapping that WireMock names for a request that no mapping has matched.
    private var unmatchedMapping: JSONObject {
        let id = JSONValue.string(JournalID.text(of: entry.id))
        return ["id": id, "request": ["method": "ANY"], "response": .object(unmatchedResponse), "uuid": id]
    }

    /// The definition that WireMock names for a response that no mapping has.
    private var unmatchedResponse: JSONObject {
        ["status": .number(JSONNumber(entry.status)), "fromConfiguredStub": false]
    }

    /// The response, as far as its definition determines it.
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
        } else if let bytes = definition?["base64Body"] {
            answer["body"] = .string(String(repairing: Base64.decode(bytes.string ?? "") ?? []))
            answer["bodyAsBase64"] = bytes
        } else if definition?["bodyFileName"] == nil {
            answer["body"] = ""
            answer["bodyAsBase64"] = ""
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

/// The place from which requests are viewed, and what is shown of them.
struct RequestView: Sendable {
    var place: RequestPlace
    let showsCredentials: Bool
    /// Whether fields that WireMock does not have are added.
    let hasOwnFields: Bool

    func moved(to place: RequestPlace) -> RequestView {
        var view = self
        view.place = place
        return view
    }
}

/// A request of the journal in the form of WireMock's admin API; credentials are redacted unless they are asked for.
struct LoggedRequest {
    private let entry: JournalEntry
    private let view: RequestView
    private let received: RecordedRequest

    init(_ entry: JournalEntry, _ view: RequestView) {
        self.entry = entry
        self.view = view
        received = RecordedRequest(entry)
    }

    var json: JSONValue {
        let url = view.place.url(of: entry.request)
        let facts = RequestSummary(entry.request, at: view.place)
        let time = Timestamp(epochMilliseconds: entry.receivedAt)
        var request: JSONObject = [
            "url": .string(url),
            "absoluteUrl": .string(absoluteURL(facts)),
            "method": .string(received.method.rawValue),
            "headers": headers,
            "cookies": .object(JSONObject(facts.cookies.pairs.map { .init($0.name, .string(cookie($0.value))) })),
            "browserProxyRequest": false,
            "loggedDate": .number(JSONNumber(entry.receivedAt)),
            "loggedDateString": .string(time.iso8601),
            "bodyAsBase64": .string(Base64.encode(received.body)),
            "protocol": .string(entry.request.version.rawValue),
            "scheme": .string(facts.scheme),
            "host": .string(facts.host ?? ""),
            "port": .number(JSONNumber(facts.port ?? entry.request.scheme.defaultPort)),
            "queryParams": Self.grouped(facts.query.pairs),
            "formParams": Self.grouped(facts.form.pairs),
        ]
        // Of many parameters only the first are shown.
        if facts.query.isCut { request["queryParamCount"] = .number(JSONNumber(facts.query.total)) }
        if facts.form.isCut { request["formParamCount"] = .number(JSONNumber(facts.form.total)) }
        if let tls = received.tls { request["tls"] = Self.json(tls) }
        if !entry.request.peer.isEmpty { request["clientIp"] = .string(entry.request.peer) }
        if let text = String(validating: received.body, as: UTF8.self) { request["body"] = .string(text) }
        if let hash = entry.bodyHash {
            // Of a large body only the beginning is kept.
            request["bodyLength"] = .number(JSONNumber(entry.bodyLength))
            request["bodyHash"] = .string(String(hash, radix: 16))
        }
        return .object(request)
    }

    /// The header fields; several values of a name are an array, as in WireMock.
    private var headers: JSONValue {
        let members = received.headersByName.map { name, values -> JSONObject.Member in
            let isHidden = !view.showsCredentials && Redaction.hides(name)
            let shown = isHidden ? values.map { Redaction.hidden(name, $0) } : values
            return .init(name, shown.count == 1 ? .string(shown[0]) : .array(shown.map { .string($0) }))
        }
        return .object(JSONObject(members))
    }

    private func absoluteURL(_ facts: RequestSummary) -> String {
        guard received.target.hasPrefix("/"), let host = facts.host else { return received.target }
        let port = facts.port.map { $0 == entry.request.scheme.defaultPort ? "" : ":\($0)" } ?? ""
        return "\(facts.scheme)://\(host)\(port)\(received.target)"
    }

    private static func json(_ tls: TLSParameters) -> JSONValue {
        var object: JSONObject = ["version": .string(tls.version), "cipher": .string(tls.cipher)]
        if let name = tls.serverName { object["sni"] = .string(name) }
        if let subject = tls.clientSubject { object["clientCertificate"] = ["subject": .string(subject)] }
        return .object(object)
    }

    private func cookie(_ value: String) -> String {
        view.showsCredentials ? value : Redaction.mark
    }

    /// `{"name": {"key": "name", "values": […]}}`.
    private static func grouped(_ pairs: [DecodedRequest.Pair]) -> JSONValue {
        var names: [String] = []
        var values: [String: [JSONValue]] = [:]
        for (name, value) in pairs {
            if values[name] == nil { names.append(name) }
            values[name, default: []].append(.string(value))
        }
        let members = names.map { JSONObject.Member($0, ["key": .string($0), "values": .array(values[$0] ?? [])]) }
        return .object(JSONObject(members))
    }
}
