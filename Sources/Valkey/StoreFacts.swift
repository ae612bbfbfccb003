/// The product, the version and the settings of a store, as its `INFO` says.
package struct StoreFacts: Sendable, Hashable {
    /// The oldest version of Redis with the ids `0-*` of streams; Valkey reports 7.2.
    private static let oldest = 7

    /// The product and its version: `Valkey 8.1.1`, `Redis 7.0.15`; `a store` if it does not say.
    package let product: String
    /// The problems that do not prevent its use.
    package let warnings: [String]

    /// Reads the text of `INFO`.
    ///
    /// - Throws: A ``StoreError`` if the store cannot be used.
    package init(_ text: String) throws(StoreError) {
        var values: [Substring: Substring] = [:]
        for line in text.split(whereSeparator: \.isNewline) {
            let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            if parts.count == 2 { values[parts[0]] = parts[1] }
        }
        let version = values["redis_version"]
        if let valkey = values["valkey_version"] {
            product = "Valkey \(valkey)"
        } else {
            product = version.map { "Redis \($0)" } ?? "a store"
        }
        if let major = version.flatMap({ Int($0.prefix { $0 != "." }) }), major < Self.oldest {
            throw StoreError(.rejected, "\(product) is too old: Redis 7 or newer, or Valkey, is required")
        }
        if values["redis_mode"] == "cluster" { throw StoreError(reply: "MOVED redis_mode:cluster") }
        var warnings: [String] = []
        // Other policies evict only keys that expire, which Hypermock's do not.
        if let limit = values["maxmemory"].flatMap({ Int($0) }), limit > 0,
            let policy = values["maxmemory_policy"], policy.hasPrefix("allkeys-")
        {
            warnings.append(
                "the store may evict state and requests (maxmemory-policy \(policy)): set it to noeviction"
            )
        }
        self.warnings = warnings
    }
}
