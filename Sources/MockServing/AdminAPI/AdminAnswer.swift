import HAL
import Messages
import Mocking

/// What the admin API answers, and what is to be done with the server's sockets besides.
struct AdminAnswer {
    var response: Response
    var effects: [AdminEffect] = []
    /// Runs on another thread; the answer is then the one of its result, not this one.
    private(set) var work: (@Sendable () -> AdminCompletion)?

    init(_ response: Response, _ effects: AdminEffect...) {
        self.response = response
        self.effects = effects
    }

    /// The answer to a call that needs work beside the loop: what the work returns makes the answer of an engine.
    init(after work: @escaping @Sendable () -> AdminCompletion) {
        self.init(Response(.empty))
        self.work = work
    }

    /// Puts fields into the head, at once or when the work is done.
    mutating func add(_ fields: [(name: String, value: String)]) {
        guard !fields.isEmpty else { return }
        guard let work else {
            response.rendered = response.rendered.adding(fields)
            return
        }
        self.work = {
            let completion = work()
            return AdminCompletion { engine in
                var answer = completion.answer(engine)
                answer.add(fields)
                return answer
            }
        }
    }

    /// An empty object: clients that read the answer get JSON, and others do not look.
    static let done = AdminAnswer(Response(json: [:]))

    static func json(_ value: JSONValue, status: Int = 200) -> AdminAnswer {
        AdminAnswer(Response(status: status, json: value))
    }

    /// An object of very many members, which is written on another thread.
    static func document(_ write: @escaping @Sendable (inout JSONWriter) -> Void) -> AdminAnswer {
        AdminAnswer {
            let document = AdminDocument(write)
            return AdminCompletion { _ in AdminAnswer(document.response) }
        }
    }
}

/// An object that is written member by member.
struct AdminDocument {
    let response: Response

    init(_ write: (inout JSONWriter) -> Void) {
        var writer = JSONWriter(pretty: true)
        writer.object(write)
        writer.endLine()
        response = Response(status: 200, contentType: "application/json", body: writer.bytes)
    }
}

extension JSONWriter {
    /// Writes an array whose elements are made one by one, so that there is never more than one of them.
    mutating func write<Items: Sequence>(_ items: Items, _ json: (Items.Element) -> JSONValue) {
        array { writer in
            for item in items {
                writer.beginElement()
                writer.write(json(item))
            }
        }
    }
}

/// The end of a call of the admin API whose work is done.
struct AdminCompletion: Sendable {
    let answer: @Sendable (Engine) -> AdminAnswer
}

/// What only the loops can do.
package enum AdminEffect: Sendable, Hashable {
    /// Breaks off the responses of a group that are still waiting.
    case cancelPending(group: Int)
    /// Ends the server when what is under way is finished.
    case shutDown
}

extension Response {
    /// A JSON document, laid out for people.
    init(status: Int = 200, json: JSONValue) {
        self.init(
            status: status,
            contentType: "application/json",
            body: json.serializedBytes(pretty: true) + [UInt8(ascii: "\n")]
        )
    }
}
