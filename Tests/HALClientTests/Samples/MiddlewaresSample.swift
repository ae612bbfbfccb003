import HAL
import HALClient
import HTTPTypes
import Logging

/// Makes a client that stores responses, retries for at most five minutes, and logs what is sent.
func patientClient(_ base: String, _ logger: Logger, _ transport: any Transport) -> HypermediaClient {
    let retry = RetryMiddleware(policy: RetryPolicy(attempts: 5, longestRetryAfter: .seconds(60)))
    let log = LoggingMiddleware(logger, levels: .init(failure: .warning), redaction: LogRedaction(fields: ["X-Pump"]))
    let configuration = HypermediaClient.Configuration(
        baseURI: base,
        deadline: .seconds(300),
        middlewares: [CacheMiddleware(), retry, RequestName(), log]
    )
    return HypermediaClient(configuration: configuration, transport: transport)
}

/// Gives each request a number.
actor RequestName: TransportMiddleware {
    private var count = 0

    func intercept(
        _ request: TransportRequest,
        next: @escaping @Sendable (TransportRequest) async throws(ConnectionFailure) -> TransportResponse
    ) async throws(ConnectionFailure) -> TransportResponse {
        var request = request
        count += 1
        HTTPField.Name("X-Request-Id").map { request.fields[$0] = "pump-\(count)" }
        return try await next(request)
    }
}

/// Sets a price, unless somebody else has changed it since it was read.
func setPrice(of product: String, to price: JSONValue, _ client: HypermediaClient) async throws(CallError) -> String {
    let target: Target = "products/\(product)"
    let page = try await client.get(target, as: Shop.self).get()
    let options = RequestOptions(precondition: .ifUnchanged(since: page.response))
    switch await client.put(target, .json(["price": price]), options: options) {
    case .success: return "set"
    case .clientError(let error) where error.kind == .preconditionFailed: return "changed by somebody else"
    case .conflict(let theirs): return "they have \(theirs.model?["price"] ?? .null)"
    case let other: return other.name
    }
}
