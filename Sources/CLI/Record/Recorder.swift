import Messages
import MockServing
import Recordings
import UV

/// Keeps the exchanges of a recording, within limits.
final class Recorder: Sendable {
    /// A recording that has ended.
    struct Recording {
        /// In the order of their responses, so that each comes after those that its client had seen.
        var exchanges: [Exchange]
        /// The number of exchanges that the limits left out.
        var omitted: Int
        /// The number of responses with a content coding that cannot be removed, such as br.
        var encoded: Int
    }

    private struct State {
        var exchanges: [(number: Int, exchange: Exchange)] = []
        var count = 0
        var bytes = 0
        var omitted = 0
        var encoded = 0
        var isEnded = false
    }

    private let options: RecordingOptions
    private let state = Guarded(State())

    init(_ options: RecordingOptions) {
        self.options = options
    }

    /// Adds an exchange.
    ///
    /// - Returns: A warning, the first time that an exchange exceeds the limits.
    func add(_ forwarded: ForwardedExchange) -> String? {
        let number = state.withLock { state in
            state.count += 1
            return state.count
        }
        let decoded = forwarded.decoded(limit: options.maxBodyBytes)
        return state.withLock { state in
            guard !state.isEnded else { return nil }
            guard state.exchanges.count < options.maxExchanges,
                decoded.byteCount <= options.maxBytes - state.bytes
            else {
                state.omitted += 1
                guard state.omitted == 1 else { return nil }
                let limit = state.exchanges.count < options.maxExchanges ? "--max-bytes" : "--max-exchanges"
                return "the recording is full (\(limit)); further exchanges are forwarded, but not recorded"
            }
            state.bytes += decoded.byteCount
            if decoded.isEncoded { state.encoded += 1 }
            state.exchanges.append((number, Exchange(decoded)))
            return nil
        }
    }

    /// Ends the recording; later exchanges are not added.
    func end() -> Recording {
        state.withLock { state in
            state.isEnded = true
            let exchanges = state.exchanges.sorted { $0.number < $1.number }.map(\.exchange)
            return Recording(exchanges: exchanges, omitted: state.omitted, encoded: state.encoded)
        }
    }
}

extension Exchange {
    fileprivate init(_ forwarded: ForwardedExchange) {
        let (request, response) = (forwarded.request, forwarded.response)
        self.init(
            Request(
                request.method,
                request.url,
                fields: request.fields.map { FieldLine($0.name, $0.value) },
                body: request.body ?? []
            ),
            Response(
                response.status,
                fields: response.fields.map { FieldLine($0.name, $0.value) },
                body: response.body
            ),
            timing: response.timing.map { Timing(wait: $0.wait, receive: $0.receive) }
        )
    }
}
