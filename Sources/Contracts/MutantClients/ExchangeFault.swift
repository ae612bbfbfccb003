import HALClient

/// Applies a fault to each exchange of a request and its response.
struct ExchangeFault: TransportMiddleware {
    /// Sends a request.
    typealias Send = (TransportRequest) async throws(ConnectionFailure) -> TransportResponse
    /// Makes an exchange; `memory` lasts for the case.
    typealias Exchange =
        @Sendable (_ request: TransportRequest, _ memory: Memory, _ send: Send) async throws(ConnectionFailure) ->
        TransportResponse

    /// Texts that a client remembers from one exchange to another.
    final class Memory: Sendable {
        private let texts = Locked<[String: String]>([:])

        subscript(name: String) -> String? {
            get { texts.withLock { $0[name] } }
            set { texts.withLock { $0[name] = newValue } }
        }

        /// All texts, in the order of their names.
        var all: [String] { texts.withLock { texts in texts.keys.sorted().compactMap { texts[$0] } } }
    }

    /// An exchange without a fault.
    static let correct: Exchange = { request, _, send throws(ConnectionFailure) in try await send(request) }

    private let exchange: Exchange
    private let memory = Memory()

    init(_ exchange: @escaping Exchange) {
        self.exchange = exchange
    }

    func intercept(
        _ request: TransportRequest,
        next: @Sendable (TransportRequest) async throws(ConnectionFailure) -> TransportResponse
    ) async throws(ConnectionFailure) -> TransportResponse {
        try await exchange(request, memory, next)
    }
}
