internal import HAL

/// Addresses that lead to the mock server instead of the recorded one.
struct LiveTarget {
    /// The origin of the scenario, which the mock server replaces where it is written like this.
    let origin: String

    /// The address at the origin; nil if a client that follows it leaves the mock server.
    func resolved(_ address: String, against base: URIReference) -> URIReference? {
        let uri = URIReference(address)
        guard uri.scheme == nil && uri.authority == nil || begins(address) else { return nil }
        let resolved = uri.resolved(against: base)
        return Origin(resolved)?.description == origin ? resolved : nil
    }

    private func begins(_ address: String) -> Bool {
        guard address.hasPrefix(origin) else { return false }
        return address.dropFirst(origin.count).first.map { "/?#".contains($0) } ?? true
    }
}
