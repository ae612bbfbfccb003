import Messages
import Mocking

extension Response {
    /// What an interaction answers; shares the rendered bytes.
    init(_ reply: MockReply) {
        self.init(reply.response, delayMilliseconds: reply.delayMilliseconds, group: reply.mount)
    }

    /// A complete answer of that media type.
    init(status: Int, contentType: String, body: [UInt8]) {
        self.init(status: status, fields: [("Content-Type", contentType)], body: body)
    }

    /// 404 with the reasons, in the form that the request asks for.
    init(_ explanation: some Explanation) {
        self.init(status: 404, contentType: explanation.contentType, body: explanation.body)
    }
}
