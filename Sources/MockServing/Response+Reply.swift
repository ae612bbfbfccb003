import HTTP1Server
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
            pacing: Pacing(reply.response.pacing),
            fault: reply.response.fault.map { WireFault($0) },
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

extension Response.Pacing {
    init(_ pacing: RenderedResponse.Pacing) {
        switch pacing {
        case .none: self = .none
        case .dribble(let pieces, let milliseconds): self = .dribble(pieces: pieces, totalMilliseconds: milliseconds)
        case .throttle(let bytesPerSecond): self = .throttle(bytesPerSecond: bytesPerSecond)
        }
    }
}

extension WireFault {
    init(_ fault: Fault) {
        self.init(Effect(fault.effect), Phase(fault.phase))
    }
}

extension WireFault.Effect {
    init(_ effect: Fault.Effect) {
        switch effect {
        case .reset: self = .reset
        case .close: self = .close
        case .stall: self = .stall
        case .garbage: self = .garbage
        case .badChunk: self = .badChunk
        }
    }
}

extension WireFault.Phase {
    init(_ phase: Fault.Phase) {
        switch phase {
        case .request: self = .afterRequest
        case .head: self = .afterHead
        case .bodyBytes(let count): self = .afterBodyBytes(count)
        }
    }
}

extension BodySource {
    fileprivate init(_ file: OpenFile) {
        self.init(length: file.size) { file.bytes(at: $0, count: $1) }
    }
}
