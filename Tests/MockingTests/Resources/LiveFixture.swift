import Documents
import HAL
import Messages
import Scenarios

@testable import Mocking

/// An engine with live resources, and what it responds.
struct LiveFixture {
    let engine: Engine

    /// Serves a scenario file's `resources`; `more` are its other keys.
    init(_ resources: String, more: String = "", configuration: EngineConfiguration = EngineConfiguration()) throws {
        let text = "scenario: t\nroot: true\n\(more)resources:\n\(resources)\n"
        let read = ScenarioReader.read(Array(text.utf8), path: "t.yaml")
        guard let scenario = read.scenario else { throw Broken(issues: read.issues.map(\.description)) }
        engine = Engine([scenario], configuration)
    }

    struct Broken: Error {
        let issues: [String]
    }

    /// A response, with its fields by name in lower case.
    struct Answer {
        let status: Int
        let fields: [String: String]
        let body: String

        var json: JSONValue { (try? JSONValue(parsing: body)) ?? .null }
    }

    /// Sends a request; the lines of `head` follow the request line.
    func send(_ line: String, _ head: String..., body: String = "", at time: Int64 = 5_000_000) -> Answer? {
        let lines = ["\(line) HTTP/1.1", "Host: x"] + head
        guard let reply = engine.reply(lines.joined(separator: "\n") + "\n\n" + body, at: time) else { return nil }
        return Answer(status: reply.status, fields: reply.response.text.fields, body: reply.response.bodyText)
    }
}

extension String {
    /// The fields of a head; the text has no CR.
    fileprivate var fields: [String: String] {
        var fields: [String: String] = [:]
        for line in split(separator: "\n", omittingEmptySubsequences: false).dropFirst() {
            guard !line.isEmpty, let colon = line.firstIndex(of: ":") else { break }
            fields[line[..<colon].lowercased()] = String(line[line.index(after: colon)...].dropFirst())
        }
        return fields
    }
}
