import HAL
import HTTPTypes

/// Where the answers to a request are kept: with those of whoever asks, or with those that are for everybody.
struct CachePlaces: Sendable {
    /// The answers of whoever asks.
    let own: CacheKey
    /// The answers for everybody, RFC 9111 §3.5; nil if these are the same, or if the caller has said whose answers are.
    let shared: CacheKey?

    /// Where the answers of a caller's own partition are.
    init(partition: String, _ request: Request) {
        own = CacheKey(partition: partition, url: request.url)
        shared = nil
    }

    /// Where the answers of those are whose credentials the request has.
    init(_ request: Request) {
        let anybody = CacheKey(url: request.url)
        let digest = Self.digest(of: request)
        own = digest.map { CacheKey(partition: $0, url: request.url) } ?? anybody
        shared = digest == nil ? nil : anybody
    }

    /// Where an answer is kept.
    func place(of answer: StoredAnswer) -> CacheKey {
        answer.freshness.isForEverybody ? shared ?? own : own
    }

    /// All places, one or two.
    var all: [CacheKey] { [own] + [shared].compactMap(\.self) }

    /// Stands for the credentials of a request and does not tell them; nil if it has none.
    ///
    /// A session's own are known by the session's user, so that a new token finds what the old one has got.
    private static func digest(of request: Request) -> String? {
        let secrets = request.fields.filter { Redaction.hides($0.name) }
        guard !secrets.isEmpty else { return nil }
        let lines = secrets.map { field in
            let value = field.name == .authorization ? request.identity.map { "of \($0)" } : nil
            return "\(field.name.canonicalName): \(value ?? "is \(field.value)")"
        }
        return SHA256.hex(of: lines.sorted().joined(separator: "\n"))
    }
}
