import HAL
package import HTTPServing
import Messages
import Mocking
package import UV

/// The response of the admin API, and its effects on the server's sockets.
struct AdminAnswer {
    var response: Response
    var effects: [AdminEffect] = []
    /// Runs on another thread; its result makes the answer that replaces this one.
    private(set) var work: (@Sendable () -> AdminCompletion)?

    init(_ response: Response, _ effects: AdminEffect...) {
        self.response = response
        self.effects = effects
    }

    /// Creates an answer from the result of work on another thread.
    init(after work: @escaping @Sendable () -> AdminCompletion) {
        self.init(Response(.empty))
        self.work = work
    }

    /// Adds fields to the head, at once or when the work is done.
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

    /// An empty object, for clients that expect JSON.
    static let done = AdminAnswer(Response(json: [:]))

    static func json(_ value: JSONValue, status: Int = 200) -> AdminAnswer {
        AdminAnswer(Response(status: status, json: value))
    }

    /// Answers with an object of many members, which is written on another thread.
    static func document(_ write: @escaping @Sendable (inout JSONWriter) -> Void) -> AdminAnswer {
        AdminAnswer {
            let document = AdminDocument(write)
            return AdminCompletion { _ in AdminAnswer(document.response) }
        }
    }
}

/// A JSON object that is written member by member.
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
    /// Writes an array, converting one element at a time.
    mutating func write<Items: Sequence>(_ items: Items, _ json: (Items.Element) -> JSONValue) {
        array { writer in
            for item in items {
                writer.beginElement()
                writer.write(json(item))
            }
        }
    }
}

/// Makes the answer to a call whose work is done.
struct AdminCompletion: Sendable {
    let answer: @Sendable (Engine) -> AdminAnswer
}

/// An effect that only the loops can have.
package enum AdminEffect: Sendable, Hashable {
    /// Cancels the responses of a group that are still waiting.
    case cancelPending(group: Int)
    /// Changes the clock that the delays of a group follow; the latch opens when all loops have done so.
    case changeDelays(group: Int, PendingDelays.Change, Latch)
    /// Shuts the server down when the pending requests are finished.
    case shutDown
}

extension Response {
    /// Creates a response with an indented JSON document.
    init(status: Int = 200, json: JSONValue) {
        self.init(
            status: status,
            contentType: "application/json",
            body: json.serializedBytes(pretty: true) + [UInt8(ascii: "\n")]
        )
    }
}
