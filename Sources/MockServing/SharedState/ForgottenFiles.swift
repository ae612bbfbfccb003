import Valkey

/// The removal of shared states whose scenario files no server has any more, as after each rolling update.
enum ForgottenFiles {
    /// The time without a server after which a shared state is removed, so that a rollback finds it.
    static let seconds = 600

    /// Removes the shared state of those files, unless a server has come.
    static func remove(_ files: String, _ keys: SharedKeys, from client: StoreClient) {
        let old = keys.keys(ofFiles: files)
        var call = StoreCommand("6", keys.files, old.version, old.changes, old.base, old.journal, old.sandboxes)
        call.add(files)
        call.add(seconds)
        client.run(SharedScripts.forget, call) { [weak client] result in
            guard let client, let epoch = try? result.get().text else { return }
            removeStates(old.states(epoch), from: client, cursor: "0")
        }
    }

    /// Removes the states of an epoch, which no server uses again, in steps that do not hold up the store.
    private static func removeStates(_ prefix: String, from client: StoreClient, cursor: String) {
        client.send(StoreCommand("SCAN", cursor, "MATCH", prefix + "*", "COUNT", "500")) { [weak client] result in
            guard let client, let parts = try? result.get().elements, parts.count == 2, let next = parts[0].text else {
                return
            }
            // The pattern may match more: the name of the files comes from the store.
            let keys = parts[1].elements.compactMap(\.text).filter { $0.hasPrefix(prefix) }
            if !keys.isEmpty {
                var command = StoreCommand("UNLINK")
                for key in keys { command.add(key) }
                client.send(command) { _ in }
            }
            if next != "0" { removeStates(prefix, from: client, cursor: next) }
        }
    }
}
