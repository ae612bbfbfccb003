import Documents
import HAL
import HTTPTypes
import Messages
import Mocking
import Scenarios

/// `/__admin/requests?format=har`: the journal as a HAR file.
enum ArchiveAPI {
    static let har = "har"

    static let resultSchema = OpenAPISchemas.object(
        ["log": ["type": "object", "required": ["version", "creator", "entries"]]],
        required: ["log"]
    )

    /// The requests, the oldest first; the responses as far as their definitions determine them.
    static func answer(_ snapshot: JournalSnapshot, _ view: RequestView) -> AdminAnswer {
        .document { writer in
            let entries = snapshot.entries().entries.reversed().map { entry in
                let archived = archived(entry)
                return view.showsCredentials ? archived : archived.withoutSecrets
            }
            let archive = HTTPArchive(entries, creatorVersion: Product.version)
            writer.member("log", value: archive.log)
        }
    }

    private static func archived(_ entry: JournalEntry) -> HTTPArchive.Entry {
        let received = RecordedRequest(entry)
        var archived = HTTPArchive.Entry(
            started: Timestamp(epochMilliseconds: entry.receivedAt).iso8601,
            method: received.method.rawValue,
            url: url(of: received, entry),
            version: entry.request.version.rawValue,
            fields: received.headerFields.map { Named($0.name.rawName, $0.value) },
            body: received.body,
            status: entry.status
        )
        archived.wait = entry.delayMilliseconds
        archived.own = own(entry)
        if let fault = entry.fault {
            archived.error = HTTPArchive.NetworkError.text(of: fault)
        } else if entry.status == 0 {
            archived.error = "exact bytes"
        } else {
            addResponse(of: entry, to: &archived)
        }
        return archived
    }

    private static func url(of received: RecordedRequest, _ entry: JournalEntry) -> String {
        guard received.target.hasPrefix("/") else { return received.target }
        let host = entry.request.values(of: "host").first ?? "localhost"
        return "\(entry.request.scheme.rawValue)://\(host)\(received.target)"
    }

    private static func own(_ entry: JournalEntry) -> JSONObject {
        var own: JSONObject = [
            "address": .string(entry.request.addressPath), "matched": .bool(entry.wasMatched),
        ]
        if let name = entry.interaction?.name { own["interaction"] = .string(name) }
        if !entry.scenario.isEmpty { own["scenario"] = .string(entry.scenario) }
        if entry.bodyHash != nil { own["requestBodyLength"] = .number(JSONNumber(entry.bodyLength)) }
        return own
    }

    private static func addResponse(of entry: JournalEntry, to archived: inout HTTPArchive.Entry) {
        guard let response = entry.definition else { return }
        archived.responseFields = response.fields.map { Named($0.name.rawName, $0.value) }
        if archived.responseFields.allSatisfy({ $0.name.lowercased() != "content-type" }),
            let type = response.defaultType
        {
            archived.responseFields.append(Named("Content-Type", type))
        }
        guard response.template == nil, archived.method != "HEAD" else { return }
        switch response.body {
        // The definition of a live resource does not have its responses; it is in no file.
        case .none: archived.responseBody = entry.interaction?.location.file.isEmpty == true ? nil : []
        case .text(let text): archived.responseBody = Array(text.utf8)
        case .json(let value): archived.responseBody = response.bytes(of: value)
        case .bytes(let bytes): archived.responseBody = bytes
        case .file: break
        }
    }
}
