import HAL
import HALClient
import HTTPTypes
import Scenarios

extension Mutant {
    /// Faults in how a client waits before it repeats a request.
    static let waitingFaults: [Mutant] = [
        .repeating("retry-after-ignored", "a request is sent again at once after 503 with Retry-After") { response in
            response.status == 503 && response.fields[.retryAfter] != nil
        },
        .repeating("retry-date-as-zero", "a date in Retry-After is read as no wait") { response in
            guard let text = response.fields[.retryAfter] else { return false }
            return [429, 503].contains(response.status) && HTTPDate(text) != nil
        },
        .repeating("post-retried", "a POST is sent again after 503", method: .post) { $0.status == 503 },
        .repeating("rate-limit-retried", "a request is sent again after 429") { $0.status == 429 },
        .reporting("rate-limit-reset-as-delay", "the time in X-RateLimit-Reset is read as seconds to wait") { outcome in
            let reset = outcome.fields.first { $0.name.canonicalName == "x-ratelimit-reset" }
            guard outcome.status == 429, let seconds = reset.flatMap({ Int($0.value) }) else { return }
            outcome.retryAfter = ReportedRetryAfter(seconds: seconds)
        },
    ]

    /// A client that sends a request again at once.
    private static func repeating(
        _ name: String,
        _ summary: String,
        method: HTTPRequest.Method? = nil,
        after isRepeated: @escaping @Sendable (TransportResponse) -> Bool
    ) -> Mutant {
        Mutant(
            name,
            summary,
            exchange: { request, _, send throws(ConnectionFailure) in
                let response = try await send(request)
                guard method == nil || request.method == method, isRepeated(response) else { return response }
                return try await send(request)
            }
        )
    }
}
