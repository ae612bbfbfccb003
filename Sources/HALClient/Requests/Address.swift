import HAL

/// An absolute `http` or `https` URI that a request can be sent to.
struct Address: Sendable, Hashable {
    /// The URI with a path, without user information.
    let reference: URIReference
    let origin: Origin

    /// Nil unless the reference is absolute, `http` or `https`, with a host and a port that can be.
    init?(_ reference: URIReference) {
        guard let origin = Origin(reference), origin.scheme == "http" || origin.scheme == "https",
            origin.port != 0, Self.isHost(origin.host)
        else { return nil }
        var reference = reference
        reference.scheme = origin.scheme
        reference.authority = String(origin.description.dropFirst(origin.scheme.count + 3))
        if reference.path.isEmpty { reference.path = "/" }
        self.reference = reference
        self.origin = origin
    }

    /// The URI with its fragment.
    var text: String { reference.description }

    /// The URI as it is requested: without a fragment.
    var requested: String {
        var copy = reference
        copy.fragment = nil
        return copy.description
    }

    private static func isHost(_ host: String) -> Bool {
        guard host.hasPrefix("["), host.hasSuffix("]") else {
            return !host.isEmpty && host.utf8.allSatisfy { !"[]:@".utf8.contains($0) }
        }
        let address = host.dropFirst().dropLast()
        return !address.isEmpty && address.utf8.allSatisfy { "0123456789abcdef:.".utf8.contains($0) }
    }
}
