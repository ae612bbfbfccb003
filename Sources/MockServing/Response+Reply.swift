import Messages
import Mocking
import Scenarios

extension Response {
    /// What an interaction answers; shares the rendered bytes.
    init(_ reply: MockReply) {
        self.init(
            message: reply.response.message,
            headLength: reply.response.headLength,
            dates: reply.response.dates,
            delayMilliseconds: reply.delayMilliseconds,
            pacing: reply.response.pacing,
            fault: reply.response.fault,
            closes: reply.response.closes,
            group: reply.space
        )
        if let file = reply.response.file { source = BodySource(file) }
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

extension BodySource {
    fileprivate init(_ file: OpenFile) {
        self.init(length: file.size) { file.bytes(at: $0, count: $1) }
    }
}
