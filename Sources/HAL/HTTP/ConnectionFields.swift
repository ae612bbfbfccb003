/// The fields of one connection, which no intermediary forwards (RFC 9110 §7.6.1).
package enum ConnectionFields {
    private static let names: Set<String> = [
        "connection", "keep-alive", "proxy-connection", "proxy-authenticate", "proxy-authorization", "te", "trailer",
        "transfer-encoding", "upgrade",
    ]

    /// Returns the names, in lower case, with those that the values of `Connection` list.
    package static func names(listedIn connection: some Sequence<String>) -> Set<String> {
        let listed = connection.flatMap { $0.split(separator: ",") }.map { $0.trimmingSpaces.lowercased() }
        return listed.isEmpty ? names : names.union(listed)
    }

    /// Whether a field with this name in lower case is never forwarded.
    package static func contains(_ name: String) -> Bool {
        names.contains(name)
    }
}
