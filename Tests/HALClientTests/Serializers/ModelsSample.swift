import HAL
import HALClient

struct Order: Decodable, Sendable {
    enum CodingKeys: String, CodingKey { case total, itself = "self", customer = "shop:customer", lines = "shop:line" }
    struct Customer: Decodable, Sendable { var name: String }
    struct Line: Decodable, Sendable { var product: String }

    var total: Double
    @Linked var itself: HALLink?
    @Embedded var customer: Customer?
    @Embedded var lines: LossyArray<Line>
}

/// Describes an order; lines that do not decode are reported with their place.
func describe(order target: Target, _ client: some CallPerforming) async -> String {
    guard let order = await client.get(target, as: Order.self).success?.model else { return "no order" }
    let customer = order.customer?.name ?? "a guest"
    let problems = order.lines.failures.map(\.description)
    return ([customer + " ordered " + order.lines.map(\.product).joined(separator: ", ")] + problems)
        .joined(separator: "; ")
}
