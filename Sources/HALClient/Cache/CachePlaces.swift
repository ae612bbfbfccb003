import HAL
import HTTPTypes

/// The keys of the responses to a request: the private one of its credentials, and the shared one.
struct CachePlaces: Sendable {
    /// The key of private responses.
    let own: CacheKey
    /// The key of shared responses, RFC 9111 §3.5; nil if it is the private one, or if the caller names the partition.
    let shared: CacheKey?

    /// Makes the keys of a partition that the caller names.
    init(partition: String, _ request: Request) {
        own = CacheKey(partition: partition, url: request.url)
        shared = nil
    }

    /// Makes the keys for the credentials of a request.
    init(_ request: Request) {
        let anybody = CacheKey(url: request.url)
        let digest = Self.digest(of: request)
        own = digest.map { CacheKey(partition: $0, url: request.url) } ?? anybody
        shared = digest == nil ? nil : anybody
    }

    /// The key under which a response is stored.
    func place(of answer: StoredAnswer) -> CacheKey {
        answer.freshness.isForEverybody ? shared ?? own : own
    }

    /// All keys, one or two.
    var all: [CacheKey] { [own] + [shared].compactMap(\.self) }

    /// A digest of the credentials of a request; nil if it has none.
    ///
    /// Those of a session are identified by the session's user, so that a new token finds the responses of the old one.
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
