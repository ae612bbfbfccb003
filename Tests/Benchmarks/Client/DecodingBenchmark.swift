import Foundation
import HAL
import HALClient
import HTTPTypes

/// A HAL collection of 10 000 embedded stations becomes Codable models, and `JSONDecoder` alone reads the same bytes.
struct DecodingBenchmark {
    struct Station: Codable, Sendable {
        enum CodingKeys: String, CodingKey {
            case name = "fuelstation-name"
            case street, city, state, octanes
            case price = "price-per-gallon"
            case latitude, longitude
        }

        var name: String
        var street: String
        var city: String
        var state: String
        var octanes: [Int]
        var price: Double
        var latitude: Double
        var longitude: Double
    }

    /// What `JSONDecoder` reads: the models alone, no links.
    private struct Collection: Decodable {
        enum CodingKeys: String, CodingKey { case total, embedded = "_embedded" }
        struct Embedded: Decodable { var fuelstation: [Station] }

        var total: Int
        var embedded: Embedded
    }

    static let count = 10_000

    private let body: [UInt8]
    private let data: Data
    private let client: HypermediaClient

    init() {
        let stations = (0..<Self.count).map { number in
            #"""
            {"_links":{"self":{"href":"/fuelstations/fs\#(number)"},"purchase_logs":{"href":"/fuelstations/fs\#(number)/logs"}},\#
            "fuelstation-name":"Station \#(number)","street":"\#(number) Providence Rd","city":"Charlotte","state":"NC",\#
            "octanes":[87,89,93],"price-per-gallon":2.890,"latitude":35.\#(100_000 + number),"longitude":-80.\#(number + 1)}
            """#
        }
        let head = #"{"_links":{"self":{"href":"/fuelstations"}},"total":10000,"_embedded":{"fuelstation":["#
        body = Array((head + stations.joined(separator: ",") + "]}}").utf8)
        data = Data(body)
        var models = ModelRegistry()
        models.register(Station.self, forRelation: "fuelstation")
        client = HypermediaClient(
            configuration: HypermediaClient.Configuration(models: models),
            transport: Canned(body: body)
        )
    }

    /// The work that is compared, by its name.
    var works: [String: () async throws -> Void] {
        ["decode": decode, "decode-call": decodeCall, "decode-peer": decodePeer]
    }

    func run(rounds: Int) async throws -> [Comparison] {
        [
            try await .run(
                "decode 10 000, Resource.decode",
                against: "JSONDecoder",
                rounds: rounds,
                decode,
                decodePeer
            ),
            try await .run(
                "decode 10 000, embedded models of a call",
                against: "JSONDecoder",
                rounds: rounds,
                decodeCall,
                decodePeer
            ),
        ]
    }

    private func decode() throws {
        let resource = HALResource(try JSONValue(parsing: body))
        try expect(try resource?.embedded("fuelstation").map { try $0.decode(Station.self) }.count)
    }

    private func decodeCall() async throws {
        try expect(await client.get("http://a.example/").success?.embedded(Station.self).count)
    }

    private func decodePeer() throws {
        try expect(try JSONDecoder().decode(Collection.self, from: data).embedded.fuelstation.count)
    }

    private func expect(_ count: Int?) throws {
        guard count == Self.count else { throw CocoaError(.coderReadCorrupt) }
    }
}

/// Answers without a network.
private struct Canned: Transport {
    let body: [UInt8]

    func send(_ request: TransportRequest) async throws(ConnectionFailure) -> TransportResponse {
        TransportResponse(request: request, status: 200, fields: [.contentType: "application/hal+json"], body: body)
    }
}
