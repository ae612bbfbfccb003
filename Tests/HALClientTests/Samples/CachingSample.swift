import HAL
import HALClient
import HTTPTypes

/// Makes a client that stores responses, and uses them if the server cannot be reached.
func cachingClient(_ base: String, _ transport: any Transport) -> HypermediaClient {
    let cache = CacheMiddleware(store: MemoryCacheStore(bytes: 32 << 20), servesOffline: true)
    return HypermediaClient(configuration: .init(baseURI: base, middlewares: [cache]), transport: transport)
}

/// Reads a price, and says how old it is.
func datedPrice(of product: String, _ client: HypermediaClient) async throws(CallError) -> String {
    let page = try await client.get("products/\(product)", as: Shop.self).get()
    let price = page.model?.price ?? 0
    switch page.response.cacheStatus {
    case nil, .revalidated: return "\(price)"
    case .fresh, .stale: return "\(price), as of \(page.response.fields[.age] ?? "0") s ago"
    case .offline: return "\(price), offline"
    }
}
