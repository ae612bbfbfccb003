#if os(Linux)
    #if URLSessionOnLinux
        import FoundationEssentials
        import FoundationNetworking
    #endif
#else
    import Foundation
#endif

#if !os(Linux) || URLSessionOnLinux
    /// A running request of a session and the received part of its response.
    final class SessionExchange: Sendable {
        typealias Continuation = CheckedContinuation<Result<TransportResponse, ConnectionFailure>, Never>

        private struct State {
            var reader: ResponseReader
            var failure: ConnectionFailure?
            var wasChallenged = false
            var continuation: Continuation?
            /// The result if the exchange ended before a continuation was set.
            var early: Result<TransportResponse, ConnectionFailure>?
        }

        let task: URLSessionDataTask
        private let request: TransportRequest
        private let state: Locked<State>
        private let watchdog: ExchangeWatchdog

        init(_ request: TransportRequest, _ task: URLSessionDataTask) {
            self.task = task
            self.request = request
            state = Locked(State(reader: ResponseReader(request)))
            watchdog = ExchangeWatchdog(request.timeouts)
        }

        func start(_ continuation: Continuation) {
            let early = state.withLock { state in
                if state.early == nil { state.continuation = continuation }
                return state.early
            }
            if let early { return continuation.resume(returning: early) }
            watchdog.start { self.task.cancel() }
        }

        /// Reads the head; returns false if the exchange must end.
        func take(_ response: HTTPURLResponse) -> Bool {
            watchdog.sawResponse()
            let fields = response.allHeaderFields.compactMap { name, value in
                (name as? String).map { (name: $0, value: "\(value)") }
            }
            return take { reader throws(ConnectionFailure) in
                try reader.take(status: response.statusCode, fields: fields)
            }
        }

        /// Reads a part of the body; returns false if the exchange must end.
        func take(_ data: Data) -> Bool {
            watchdog.sawResponse()
            return take { reader throws(ConnectionFailure) in try reader.take(data) }
        }

        private func take(_ part: (inout ResponseReader) throws(ConnectionFailure) -> Void) -> Bool {
            state.withLock { state in
                do throws(ConnectionFailure) {
                    try part(&state.reader)
                    return true
                } catch {
                    state.failure = state.failure ?? error
                    return false
                }
            }
        }

        /// Notes the number of bytes of the body that were sent, and whether these are all.
        func sent(_ bytes: Int, isAll: Bool) {
            watchdog.sentBytes()
            if isAll { watchdog.sentAll() }
            guard let onProgress = request.transfer?.onProgress, let stream = request.stream else { return }
            onProgress(TransferProgress(direction: .upload, bytes: bytes, total: stream.length))
        }

        /// Notes that the session received a challenge.
        func challenge() {
            state.withLock { $0.wasChallenged = true }
        }

        /// Notes that the certificates of the server were rejected.
        func reject(_ reason: ConnectionFailure.TLSReason) {
            state.withLock { state in
                state.failure = state.failure ?? ConnectionFailure(.tls, request: request, tlsReason: reason)
            }
        }

        /// Ends the exchange, once, with the received response or a failure.
        func end(_ error: (any Error)?) {
            watchdog.stop()
            // On Linux a 305, 307 or 308 without a Location is reported only here.
            if error == nil, !state.withLock(\.reader.hasHead), let response = task.response as? HTTPURLResponse {
                _ = take(response)
            }
            let hasExpired = watchdog.hasExpired
            let (continuation, result) = state.withLock { state in
                let result = Self.result(state, error, hasExpired: hasExpired)
                if state.continuation == nil { state.early = result }
                return (state.continuation.take(), result)
            }
            continuation?.resume(returning: result)
        }

        private static func result(
            _ state: State,
            _ error: (any Error)?,
            hasExpired: Bool
        ) -> Result<TransportResponse, ConnectionFailure> {
            if let failure = state.failure { return .failure(failure) }
            do {
                guard let error else { return .success(try state.reader.response()) }
                guard !hasExpired else { return .failure(state.reader.failure(.timedOut)) }
                // On Linux a challenge can only be canceled; the 401 and its body have arrived before.
                if state.wasChallenged, state.reader.status == 401 {
                    return .success(try state.reader.response())
                }
                let kind = ConnectionFailure.Kind(ofSession: error, afterHead: state.reader.hasHead)
                var failure = state.reader.failure(kind, error)
                if kind == .tls { failure.tlsReason = ConnectionFailure.TLSReason(ofSession: error) }
                return .failure(failure)
            } catch {
                return .failure(error)
            }
        }
    }
#endif
