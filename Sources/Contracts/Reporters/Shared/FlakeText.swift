extension Flake {
    /// `station[PUT,409] (async) failed in 2 of 10 repetitions`.
    var text: String {
        "\(variant.oneLine()) (\(client.oneLine(60))) failed in \(failed.count) of \(total) repetitions"
    }
}
