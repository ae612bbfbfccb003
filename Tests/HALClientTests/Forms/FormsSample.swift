import HAL
import HALClient

/// Creates a station with the template `create` of a list of stations.
func createStation(named name: JSONValue, at list: Target, _ client: some CallPerforming) async -> String {
    guard let stations = await client.get(list).success else { return "no stations" }
    switch await client.submit("create", of: stations, ["name": name]) {
    case .success(let created): return "created \(created.location ?? "?")"
    case .undecodable(let undecodable) where undecodable.failure.code == .missingTemplate: return "not allowed"
    case .connectionFailure(let failure) where !failure.violations.isEmpty:
        return failure.violations.map(\.description).joined(separator: "; ")
    case let other: return "\(other.name)"
    }
}
