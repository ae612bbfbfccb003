#if DiskCache
    package import HALClient
    import HTTPTypes

    /// Answers that can be told apart, each from its number alone.
    package enum NumberedAnswer {
        /// So many URIs take turns, so that most answers replace one.
        static let keys = 200

        package static func key(_ number: Int) -> CacheKey {
            CacheKey(url: "https://fp.example.com/stations/\(number % keys)")
        }

        package static func answer(_ number: Int) -> StoredAnswer {
            let size = (number * 7919) % 20_000
            return StoredAnswer(
                status: 200,
                fields: [.eTag: "\"\(number)\""],
                body: (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ number) },
                variant: [:],
                requestedAt: WallTime(sinceEpoch: .seconds(1_700_000_000 + number)),
                receivedAt: WallTime(sinceEpoch: .seconds(1_700_000_001 + number))
            )
        }
    }
#endif
