import HAL
import HTTP1Server

/// What the admin API answers, and what is to be done with the server's sockets besides.
struct AdminAnswer {
    var response: Response
    var effects: [AdminEffect] = []

    init(_ response: Response, _ effects: AdminEffect...) {
        self.response = response
        self.effects = effects
    }

    /// An empty object: clients that read the answer get JSON, and others do not look.
    static let done = AdminAnswer(Response(json: [:]))

    static func json(_ value: JSONValue, status: Int = 200) -> AdminAnswer {
        AdminAnswer(Response(status: status, json: value))
    }
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
