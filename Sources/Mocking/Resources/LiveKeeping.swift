/// How an address keeps its live resources.
struct LiveKeeping {
    /// Of all its collections.
    var maximumBytes: Int
    /// Of all addresses together.
    var budget: LiveBudget
    /// Whether parameters of unknown members are errors.
    var isStrict: Bool
    /// Whether the resources that have files begin with the items in them.
    var loadsFiles: Bool
    /// The files that the address does not use, because it is a sandbox (nil), or because the root uses them.
    var otherFiles: Set<String>?

    func keepers(of routes: [LiveRoute]) -> [LiveKeeper?] {
        routes.map { route in
            guard let otherFiles, let keeper = route.keeper, !otherFiles.contains(keeper.path) else { return nil }
            return keeper
        }
    }
}
