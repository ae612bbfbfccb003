package import Valkey

/// The store that several servers share, and the place of this server among them.
package struct SharedStateConfiguration: Sendable {
    package var store: StoreAddress
    /// Servers with the same name and the same scenario files share their state.
    package var name = "default"
    /// Identifies this server among them.
    package var replica: String
    /// The certificates, as PEM, that a store with TLS is verified with.
    package var authorities: [UInt8] = []

    /// Called when the store comes and goes; the text has no secrets.
    package var report: (@Sendable (String) -> Void)?

    package init(_ store: StoreAddress, replica: String) {
        self.store = store
        self.replica = replica
    }

    /// Whether a text is a valid name of a replica or of a shared state: 1 to 64 of `[A-Za-z0-9._-]`.
    package static func isLegal(name: String) -> Bool {
        (1...64).contains(name.utf8.count)
            && name.utf8.allSatisfy { byte in
                Character(Unicode.Scalar(byte)).isLetter || Character(Unicode.Scalar(byte)).isNumber
                    || "._-".utf8.contains(byte)
            } && name.utf8.allSatisfy { $0 < 0x80 }
    }
}
