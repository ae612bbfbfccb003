import HAL
import HALClient

struct Station: Codable, Sendable {
    enum CodingKeys: String, CodingKey { case name = "fuelstation-name", price = "price-per-gallon" }
    var name: String
    var price: Double
}

/// Reads a station, follows its link to the purchase logs and posts one.
func fillUp(at entry: Target, gallons: JSONValue) async -> String {
    let client = HypermediaClient()
    let token = Authorization(scheme: "FPAuthToken", parameters: ["fp-token": "f9ab2e18"])
    let options = RequestOptions(authorization: token)

    guard let station = await client.get(entry, as: Station.self, options: options).success else {
        return "no station"
    }
    let log = RequestContent.json(["gallons": gallons, "odometer": 54321])
    let logs = Target.link("purchase_logs", of: station)

    switch await client.post(logs, log, options: options) {
    case .success(let created): return "logged at \(created.location ?? "?")"
    case .authenticationRequired(let required): return "log in to \(required.realm ?? "?")"
    case .conflict(let theirs): return "they have \(theirs.model ?? [:])"
    case .serverUnavailable(let unavailable): return "back at \(unavailable.retryAfter.map { "\($0.date)" } ?? "?")"
    case .connectionFailure(let failure): return "no answer: \(failure.kind)"
    case .redirection, .clientError, .serverError, .undecodable: return "sorry"
    }
}
