import HALClient

/// The number of stations, or the reason why some were not seen.
func stationCount(of list: Target, _ client: some CallPerforming) async -> String {
    var count = 0
    do {
        for try await page in client.pages(from: list) { count += page.resource?.embedded("station").count ?? 0 }
        return "\(count)"
    } catch {
        guard case .clientError(let rejected)? = error.outcome else { return "\(count) or more: \(error)" }
        return "rejected with \(rejected.response.status) after \(error.pages) pages"
    }
}
