import HAL
package import Messages
import Mocking

/// The response to a request that was sent inside the server, without a socket.
package struct SentResponse: Sendable {
    /// 0 if it is unknown: the response is exact bytes.
    package var status: Int
    /// The fields, without the one that frames the body.
    package var fields: [(name: String, value: String)]
    package var body: [UInt8]
    /// Whether it has a delay, a pace, or comes from another server.
    package var isSlow: Bool
    package var hasFault: Bool
    package var wasMatched: Bool

    /// The response without a delay at a time, in milliseconds since 1970.
    init(_ response: RenderedResponse, at time: Int64, isSlow: Bool, wasMatched: Bool) {
        status = response.status
        fields = response.fields.map { (response.text($0.name), response.value(of: $0, at: time)) }
        body =
            response.source.map { $0.read(0, $0.length) ?? [] } ?? (response.headLength > 0 ? response.content : [])
        self.isSlow = isSlow || response.pacing != .none
        hasFault = response.fault != nil || response.headLength == 0
        self.wasMatched = wasMatched
    }
}

extension MockServer {
    /// Sends a request inside the server; its response is complete when this returns.
    ///
    /// - Throws: If the server was stopped.
    package func send(_ request: Request) async throws -> SentResponse {
        try await threads.perform { $0.send(request) }
    }
}

extension Engine {
    /// The response to a request; empty for the admin API.
    func sentResponse(to request: Request) -> SentResponse {
        let time = request.receivedAt
        switch respond(to: request) {
        case .administration: return SentResponse(.empty, at: time, isSlow: false, wasMatched: false)
        case .unmatched(let diagnosis):
            return SentResponse(Response(diagnosis).rendered, at: time, isSlow: false, wasMatched: false)
        case .unknownAddress(let error):
            return SentResponse(Response(error).rendered, at: time, isSlow: false, wasMatched: false)
        case .mock(let reply):
            let isSlow = reply.delayMilliseconds > 0 || reply.work?.forwarded != nil
            let isForwarded = reply.work?.forwarded != nil
            let done = isForwarded ? reply : reply.work.map { finish(reply, with: $0()) } ?? reply
            return SentResponse(done.response, at: time, isSlow: isSlow, wasMatched: true)
        }
    }
}

extension RenderedResponse {
    func text(_ range: Range<Int>) -> String { String(decoding: message[range], as: UTF8.self) }

    /// The value of a field; a date is that of `time`, in milliseconds since 1970.
    func value(of field: FieldRange, at time: Int64) -> String {
        guard let date = dates.first(where: { $0.offset == field.value.lowerBound }) else { return text(field.value) }
        return HTTPDate(secondsSinceEpoch: Int(time / 1000) + date.secondsAhead).description
    }
}
