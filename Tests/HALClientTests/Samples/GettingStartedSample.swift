import HALClient

struct Shop: Decodable, Sendable {
    var name: String
    var price: Double
}

/// Searches the shops near a town, and orders at the first one.
func order(_ product: String, near town: String, _ client: HypermediaClient) async throws(CallError) -> String {
    let search = LinkStep(.search, variables: ["near": town])
    let found = try await client.follow([search]).get()

    let page = try await client.get(.link(.item, of: found), as: Shop.self).get()
    let orders = Target.link("orders", of: page)
    let created = try await client.post(orders, .model(["product": product])).get()

    return "\(page.model?.name ?? "?") has it: \(created.location ?? "?")"
}
