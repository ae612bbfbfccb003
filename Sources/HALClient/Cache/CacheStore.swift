import HAL
import HTTPTypes

/// Stores responses for a cache; ``MemoryCacheStore`` stores them in memory.
///
/// A store that cannot read or write returns nothing: a cache never fails a call.
public protocol CacheStore: Sendable {
    /// The stored responses of a key.
    func responses(for key: CacheKey) async -> [StoredResponse]
    /// Stores a response in place of the one with the same variant.
    func store(_ response: StoredResponse, for key: CacheKey) async
    /// Removes the stored responses of a key.
    func removeResponses(for key: CacheKey) async
    /// Removes all stored responses.
    func removeAll() async
}

/// The key of stored responses.
public struct CacheKey: Sendable, Hashable {
    /// The partition: responses of different credentials are in different ones.
    public let partition: String
    /// The requested URI.
    public let url: String

    /// Makes a key.
    public init(partition: String = "", url: String) {
        self.partition = partition
        self.url = url
    }
}

/// Stores responses in memory, and removes the least recently used first.
public final class MemoryCacheStore: CacheStore {
    private struct Entry {
        var responses: [StoredResponse]
        var lastUse: UInt64
        var size: Int { responses.reduce(0) { $0 + $1.size } }
    }

    private struct State {
        var entries: [CacheKey: Entry] = [:]
        var bytes = 0
        var uses: UInt64 = 0
    }

    private let state = Locked(State())
    private let bytesLimit: Int
    private let entriesLimit: Int

    /// The maximum number of variants of one URI.
    private static let variantsLimit = 16

    /// Makes a store of at most that many bytes and URIs; a response larger than a quarter of it is not stored.
    public init(bytes: Int = 16 << 20, entries: Int = 1000) {
        bytesLimit = max(bytes, 0)
        entriesLimit = max(entries, 1)
    }

    /// The approximate size of all responses in bytes.
    public var bytes: Int { state.withLock(\.bytes) }

    /// The stored responses of a key.
    public func responses(for key: CacheKey) -> [StoredResponse] {
        state.withLock { state in
            guard state.entries[key] != nil else { return [] }
            state.uses += 1
            state.entries[key]?.lastUse = state.uses
            return state.entries[key]?.responses ?? []
        }
    }

    /// Stores a response in place of the one with the same variant.
    public func store(_ response: StoredResponse, for key: CacheKey) {
        guard response.size <= bytesLimit / 4 else { return removeResponses(for: key) }
        state.withLock { state in
            state.uses += 1
            var responses = state.entries[key]?.responses ?? []
            state.bytes -= state.entries[key]?.size ?? 0
            responses.removeAll { $0.variant == response.variant }
            responses = responses.suffix(Self.variantsLimit - 1) + [response]
            let entry = Entry(responses: responses, lastUse: state.uses)
            state.entries[key] = entry
            state.bytes += entry.size
            makeRoom(&state)
        }
    }

    /// Removes the stored responses of a key.
    public func removeResponses(for key: CacheKey) {
        state.withLock { state in
            state.bytes -= state.entries.removeValue(forKey: key)?.size ?? 0
        }
    }

    /// Removes all stored responses.
    public func removeAll() {
        state.withLock { state in
            state.entries = [:]
            state.bytes = 0
        }
    }

    private func makeRoom(_ state: inout State) {
        while state.bytes > bytesLimit || state.entries.count > entriesLimit,
            let oldest = state.entries.min(by: { $0.value.lastUse < $1.value.lastUse })
        {
            state.bytes -= oldest.value.size
            state.entries[oldest.key] = nil
        }
    }
}

/// The keys of the responses to a request: the private one of its credentials, and the shared one.
struct CacheKeys: Sendable {
    /// The key of private responses.
    let own: CacheKey
    /// The key of shared responses, RFC 9111 §3.5; nil if it is the private one, or if the caller names the partition.
    let shared: CacheKey?

    /// Makes the keys of a partition that the caller names.
    init(partition: String, _ request: TransportRequest) {
        own = CacheKey(partition: partition, url: request.url)
        shared = nil
    }

    /// Makes the keys for the credentials of a request.
    init(_ request: TransportRequest) {
        let anybody = CacheKey(url: request.url)
        let digest = Self.digest(of: request)
        own = digest.map { CacheKey(partition: $0, url: request.url) } ?? anybody
        shared = digest == nil ? nil : anybody
    }

    /// The key under which a response is stored.
    func key(of response: StoredResponse) -> CacheKey {
        response.freshness.isForEverybody ? shared ?? own : own
    }

    /// All keys, one or two.
    var all: [CacheKey] { [own] + [shared].compactMap(\.self) }

    /// A digest of the credentials of a request; nil if it has none.
    ///
    /// Those of a session are identified by the session's user, so that a new token finds the responses of the old one.
    private static func digest(of request: TransportRequest) -> String? {
        let secrets = request.fields.filter { Redaction.hides($0.name) }
        guard !secrets.isEmpty else { return nil }
        let lines = secrets.map { field in
            let value = field.name == .authorization ? request.identity.map { "of \($0)" } : nil
            return "\(field.name.canonicalName): \(value ?? "is \(field.value)")"
        }
        return SHA256.hex(of: lines.sorted().joined(separator: "\n"))
    }
}
