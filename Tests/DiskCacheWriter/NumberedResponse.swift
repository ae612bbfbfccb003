#if DiskCache
    package import HALClient
    import HTTPTypes

    /// Responses that differ, each made from its number alone.
    package enum NumberedResponse {
        /// So many URIs take turns, so that most responses replace one.
        static let keys = 200

        package static func key(_ number: Int) -> CacheKey {
            CacheKey(url: "https://fp.example.com/stations/\(number % keys)")
        }

        package static func response(_ number: Int) -> StoredResponse {
            let size = (number * 7919) % 20_000
            return StoredResponse(
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
