import HALClient
import HTTPTypes

/// Returns responses in order without a network, and records the requests; the last response is repeated.
final class CannedTransport: Transport {
    struct Answer: Sendable {
        var status = 200
        var fields = HTTPFields()
        var body: [UInt8] = []
        var receivedAt: WallTime
        var failure: ConnectionFailure.Kind?

        init(
            _ status: Int,
            _ fields: KeyValuePairs<String, String> = [:],
            _ body: String = "",
            receivedAt: WallTime = .now()
        ) {
            self.status = status
            for (name, value) in fields {
                guard let name = HTTPField.Name(name) else { continue }
                self.fields.append(HTTPField(name: name, value: value))
            }
            self.body = Array(body.utf8)
            self.receivedAt = receivedAt
        }

        init(_ failure: ConnectionFailure.Kind) {
            self.init(0)
            self.failure = failure
        }

        /// 200 with HAL.
        static func hal(_ body: String) -> Answer {
            Answer(200, ["Content-Type": "application/hal+json"], body)
        }
    }

    private let answers: [Answer]
    private let sent = Locked<[TransportRequest]>([])

    var requests: [TransportRequest] { sent.withLock { $0 } }

    init(_ answers: [Answer]) {
        self.answers = answers
    }

    func send(_ request: TransportRequest) async throws(ConnectionFailure) -> TransportResponse {
        let count = sent.withLock { sent in
            sent.append(request)
            return sent.count
        }
        let answer = answers[min(count, answers.count) - 1]
        if let failure = answer.failure { throw ConnectionFailure(failure) }
        return TransportResponse(
            request: request,
            status: answer.status,
            fields: answer.fields,
            body: answer.body,
            receivedAt: answer.receivedAt
        )
    }
}
