import HAL
import URITemplates

/// Describes a station: its price, with the original digits, and the target of its logs of a day.
func describe(station text: String, day: String) throws -> String {
    guard let station = HALResource(try JSONValue(parsing: text)) else { return "no resource" }
    let price = station.state["price"]?.number?.literal ?? "no price"
    let logs = try station.link("logs")?.target(["day": day])
    return "\(price), logs at \(logs?.description ?? "no place")"
}
