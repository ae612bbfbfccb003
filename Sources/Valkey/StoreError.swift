/// The reason why the store cannot be used, or has rejected a command.
package struct StoreError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of an error.
    package enum Kind: Sendable, Hashable, CaseIterable {
        /// hiredis or OpenSSL cannot be loaded.
        case library
        /// No connection exists, or it was lost before the reply.
        case unreachable
        /// The bytes are not RESP, or not the reply to the command.
        case protocolViolation
        /// The store rejects the log-in, or its version or mode is not supported.
        case rejected
        /// The store has rejected one command.
        case command
    }

    package let kind: Kind
    /// The problem and its remedy, without secrets.
    package let description: String

    package init(_ kind: Kind, _ description: String) {
        self.kind = kind
        self.description = description
    }

    /// The problem in a few words, which reveal nothing of the store.
    package var summary: String {
        switch kind {
        case .library: "a library for the store is missing"
        case .unreachable: "the store cannot be reached"
        case .protocolViolation: "the store does not reply as expected"
        case .rejected: "the store rejects the server"
        case .command: "the store rejects a command"
        }
    }

    /// Creates the error for an error reply, whose text begins with a code.
    package init(reply text: String) {
        let code = text.prefix { $0 != " " }
        let known = Self.replies.first { $0.code == code }
        kind = known?.kind ?? .command
        let help = known.map { "\($0.help) (\(text))" } ?? "the store rejected a command: \(text)"
        description = String(help.unicodeScalars.prefix(400).map { $0.value < 0x20 ? " " : Character($0) })
    }

    /// Whether a script is unknown to the store and was not run.
    static func isUnknownScript(_ reply: StoreReply) -> Bool {
        if case .error(let text) = reply { text.hasPrefix("NOSCRIPT") } else { false }
    }

    private static let replies: [(code: Substring, kind: Kind, help: String)] = [
        ("WRONGPASS", .rejected, "the store rejects the user or the password"),
        ("NOAUTH", .rejected, "the store requires a password: set HYPERMOCK_SHARED_STATE_PASSWORD"),
        ("DENIED", .rejected, "the store accepts only its own machine: give it a password, or --protected-mode no"),
        ("NOPERM", .rejected, "the user may not run the command: allow it in the store's ACL"),
        ("MOVED", .rejected, cluster), ("ASK", .rejected, cluster), ("CROSSSLOT", .rejected, cluster),
        ("READONLY", .command, "the store is a read-only replica: use the address of the primary"),
        ("OOM", .command, "the store is full: raise its maxmemory, or lower --journal-entries"),
        ("MISCONF", .command, "the store cannot save its data to disk and rejects writes"),
        ("LOADING", .unreachable, "the store is still loading its data"),
        ("MASTERDOWN", .unreachable, "the store is a replica without its primary"),
        ("BUSY", .unreachable, "the store is busy with another application's script"),
        ("WRONGTYPE", .command, "another application uses a key of Hypermock: choose another --shared-name"),
    ]

    private static let cluster =
        "the store is a cluster, which is not supported: use a single primary, perhaps with replicas"
}
