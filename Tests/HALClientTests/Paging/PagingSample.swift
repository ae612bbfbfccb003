import HAL
import HALClient

struct StationName: Decodable, Sendable { var name: String }

/// The names of the stations that all pages embed, then those of the links of the first page.
func stationNames(of list: Target, _ client: some CallPerforming) async throws -> [String] {
    var names: [String] = []

    for try await station in client.pages(from: list).items("station", as: StationName.self) {
        names.append(station.name)
    }
    guard let page = await client.get(list).success else { return names }
    for await outcome in client.followAll("station", of: page, as: StationName.self, limit: 8) {
        if let station = outcome.success?.model { names.append(station.name) }
    }
    return names
}
