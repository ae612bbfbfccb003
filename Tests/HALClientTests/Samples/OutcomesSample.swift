import HALClient

/// Describes a price, or the reason why it is unknown.
func price(of product: String, _ client: HypermediaClient) async -> String {
    switch await client.get("/products/\(product)") {
    case .success(let found): return found.model?["price"]?.number?.literal ?? "no price"
    case .clientError(let error) where error.kind == .notFound: return "no such product"
    case .clientError(let error): return error.problem?.title ?? "rejected"
    case .serverUnavailable(let closed): return "open at \(closed.retryAfter?.date.description ?? "?")"
    case .connectionFailure(let failure): return "no response: \(failure.kind)"
    case .undecodable(let undecodable): return "invalid: \(undecodable.failure)"
    case .redirection, .authenticationRequired, .conflict, .serverError: return "unexpected"
    }
}

/// Names the shop that sells a product; one place reports every failure.
func seller(of product: String, _ client: HypermediaClient) async -> String {
    do {
        let page = try await client.get("/products/\(product)").get()
        let seller = try await client.get(.link("seller", of: page), as: Shop.self).value
        return seller.name
    } catch .authenticationRequired(let required) {
        return "log in to \(required.realm ?? "?")"
    } catch {
        return "\(error.outcome.name)"
    }
}
