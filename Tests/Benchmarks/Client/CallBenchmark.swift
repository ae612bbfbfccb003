#if os(Linux)
    import AsyncHTTPClient
    import Foundation
    import HAL
    import HALClient
    import HTTPTypes
    import NIOCore
    import NIOHTTP1
    import NIOHTTPCompression

    /// One GET after the other over a kept connection, by the client and by async-http-client itself.
    ///
    /// Both have the same settings, compression among them, and do the same work: the answer becomes a model, or there is
    /// none. What the client costs more than the bytes alone is shown too.
    struct CallBenchmark {
        private struct Station: Decodable, Sendable {
            enum CodingKeys: String, CodingKey { case name = "fuelstation-name", price = "price-per-gallon" }
            var name: String
            var price: Double
        }

        private struct Failure: Error {}

        private static let repetitions = 100

        private let origin: String
        private let client = HypermediaClient()
        private let peer = Self.makePeer()

        init(_ origin: String) {
            self.origin = origin
        }

        private var station: String { origin + "/fuelstations/fs291410" }
        private var nothing: String { origin + "/nothing" }

        /// The work of which one call is compared, by its name.
        var works: [String: () async throws -> Void] {
            ["call": call, "call-peer": peerCall, "model": model, "model-peer": peerModel]
        }

        func run(rounds: Int) async throws -> [Comparison] {
            // Whatever the server says of its age.
            let caching = HypermediaClient(
                configuration: HypermediaClient.Configuration(
                    headers: ["Cache-Control": "max-stale"],
                    middlewares: [CacheMiddleware()]
                )
            )
            let page = origin + "/fuelstations"
            let comparisons = [
                try await compare("call, no body", "async-http-client", rounds, call, and: peerCall),
                try await compare("call, model", "async-http-client, JSONDecoder", rounds, model, and: peerModel),
                try await compare("call, model", "async-http-client, bytes alone", rounds, model, and: peerBytes),
                try await compare("page of 100, fresh in the cache", "the same from the network", rounds) {
                    guard await bytes(of: page, caching) > 20_000 else { throw Failure() }
                } and: {
                    guard await bytes(of: page, client) > 20_000 else { throw Failure() }
                },
                try await compare("call, fresh in the cache", "async-http-client, bytes alone", rounds) {
                    let call = Call(.get, Target(station), serializer: RawSerializer())
                    guard await caching.perform(call).success?.model?.isEmpty == false else { throw Failure() }
                } and: {
                    try await peerBytes()
                },
            ]
            try await shutdown()
            return comparisons
        }

        func shutdown() async throws {
            try await peer.shutdown()
        }

        private func call() async throws {
            guard await client.get(Target(nothing)).success?.response.status == 204 else { throw Failure() }
        }

        private func peerCall() async throws {
            guard try await bytes(nothing).isEmpty else { throw Failure() }
        }

        private func model() async throws {
            let outcome = await client.get(Target(station), as: Station.self)
            guard outcome.success?.model?.price == 2.89 else { throw Failure() }
        }

        private func peerModel() async throws {
            let data = Data(try await bytes(station))
            guard try JSONDecoder().decode(Station.self, from: data).price == 2.89 else { throw Failure() }
        }

        private func peerBytes() async throws {
            guard try await bytes(station).count > 300 else { throw Failure() }
        }

        private func compare(
            _ name: String,
            _ peer: String,
            _ rounds: Int,
            _ work: () async throws -> Void,
            and peerWork: () async throws -> Void
        ) async throws -> Comparison {
            try await .run(name, against: peer, rounds: rounds, repetitions: Self.repetitions, work, peerWork)
        }

        private func bytes(of url: String, _ client: HypermediaClient) async -> Int {
            await client.perform(Call(.get, Target(url), serializer: RawSerializer())).success?.model?.count ?? 0
        }

        private static func makePeer() -> HTTPClient {
            var settings = HTTPClient.Configuration()
            settings.redirectConfiguration = .disallow
            settings.timeout = .init(connect: .seconds(10), read: .seconds(60))
            settings.decompression = .enabled(limit: .ratio(1_000))
            return HTTPClient(eventLoopGroupProvider: .singleton, configuration: settings)
        }

        private func bytes(_ url: String) async throws -> [UInt8] {
            var request = HTTPClientRequest(url: url)
            request.headers.add(name: "Accept", value: "application/hal+json, application/json;q=0.9")
            let response = try await peer.execute(request, timeout: .seconds(120))
            guard (200...299).contains(response.status.code) else { throw Failure() }
            return Array(try await response.body.collect(upTo: 1 << 20).readableBytesView)
        }
    }
#endif
