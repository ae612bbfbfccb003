import Documents
import Scenarios

/// The loaded scenarios, and what has been compiled of them so far.
struct Catalog {
    private struct VariantKey: Hashable {
        let scenario: Int
        let variant: Int
    }

    let scenarios: [Scenario]
    /// The number of scenario sets that the engine has had before this one.
    let generation: Int
    private let scenarioOfSlug: [String: Int]
    private let rootScenarios: [Int]
    private let store = Store()

    /// The compiled interactions and indexes; grows as addresses are used.
    private final class Store {
        var interactions: [VariantKey: [CompiledInteraction]] = [:]
        var indexes: [VariantKey: InteractionIndex] = [:]
        var resources: [VariantKey: [LiveRoute]] = [:]
        var fallbacks: [VariantKey: ForwardingRoute] = [:]
    }

    /// Creates a catalog; with `old`, interactions of unchanged files are not compiled again.
    init(_ scenarios: [Scenario], rootSlugs: [String], generation: Int, inheriting old: Catalog? = nil) {
        self.scenarios = scenarios
        self.generation = generation
        scenarioOfSlug = Dictionary(
            scenarios.enumerated().map { ($0.element.slug, $0.offset) },
            uniquingKeysWith: { first, _ in first }
        )
        rootScenarios = Self.root(of: scenarios, named: rootSlugs)
        if let old { inherit(from: old) }
    }

    /// All interactions that are compiled so far.
    var compiledInteractions: [CompiledInteraction] { store.interactions.values.flatMap(\.self) }

    private func inherit(from old: Catalog) {
        for (key, interactions) in old.store.interactions {
            let before = old.scenarios[key.scenario]
            guard let number = scenarioOfSlug[before.slug], scenarios[number].file == before.file,
                !before.contents.isEmpty
            else { continue }
            let new = VariantKey(scenario: number, variant: key.variant)
            if scenarios[number].contents == before.contents {
                store.interactions[new] = interactions
                store.indexes[new] = old.store.indexes[key]
                store.resources[new] = old.store.resources[key]
                store.fallbacks[new] = old.store.fallbacks[key]
            } else if before.wireMockFolder != nil {
                store.interactions[new] = Self.compiled(scenarios[number], after: before, interactions)
            }
        }
    }

    /// The mappings of a folder in which some files have changed; those of unchanged files are not compiled again.
    private static func compiled(
        _ scenario: Scenario,
        after before: Scenario,
        _ interactions: [CompiledInteraction]
    ) -> [CompiledInteraction] {
        var known = Dictionary(grouping: interactions, by: \.definition.location.file).mapValues { $0[...] }
        return scenario.variants.variant(at: 0).interactions.map { interaction in
            let file = interaction.location.file
            let isSame = scenario.contents[file] != nil && scenario.contents[file] == before.contents[file]
            return (isSame ? known[file]?.popFirst() : nil) ?? CompiledInteraction(interaction, in: scenario)
        }
    }

    var rootSlugs: [String] { rootScenarios.map { scenarios[$0].slug } }

    /// Every scenario without a matrix, and every variant of the others.
    var addresses: [Address] {
        scenarios.flatMap { scenario in
            scenario.variants.indices.map { Address(slug: scenario.slug, values: scenario.variants.values(at: $0)) }
        }
    }

    /// The slugs of all scenarios.
    var slugs: Set<String> { Set(scenarioOfSlug.keys) }

    /// The named scenarios; if none is named, those with `root: true`; if there are none, all without a matrix.
    private static func root(of scenarios: [Scenario], named slugs: [String]) -> [Int] {
        if !slugs.isEmpty { return scenarios.indices.filter { slugs.contains(scenarios[$0].slug) } }
        let marked = scenarios.indices.filter { scenarios[$0].isRoot }
        return marked.isEmpty ? scenarios.indices.filter { scenarios[$0].matrixKeys.isEmpty } : marked
    }

    /// The interactions of all root scenarios together, of every variant for a scenario with a matrix.
    func rootIndex() -> InteractionIndex {
        let keys = rootScenarios.flatMap { scenario in
            scenarios[scenario].variants.indices.map { VariantKey(scenario: scenario, variant: $0) }
        }
        return InteractionIndex(
            keys.flatMap(compiled),
            filesFolder: rootScenarios.lazy.compactMap { scenarios[$0].filesFolder }.first,
            resources: keys.flatMap(resources),
            fallback: keys.lazy.compactMap { store.fallbacks[$0] }.first
        )
    }

    /// The index of a scenario or of one of its variants.
    ///
    /// - Throws: If the scenario or the variant does not exist.
    func index(of address: Address) throws(AddressError) -> InteractionIndex {
        let key = try key(of: address)
        if let index = store.indexes[key] { return index }
        let index = InteractionIndex(
            compiled(key),
            filesFolder: scenarios[key.scenario].filesFolder,
            resources: resources(key),
            fallback: store.fallbacks[key]
        )
        store.indexes[key] = index
        return index
    }

    private func compiled(_ key: VariantKey) -> [CompiledInteraction] {
        if let interactions = store.interactions[key] { return interactions }
        let scenario = scenarios[key.scenario]
        let variant = scenario.variants.variant(at: key.variant)
        let rules = TimeRule.all(variant.outage, variant.rateLimit, LinkOrigins(of: scenario))
        let interactions = variant.interactions.enumerated().map {
            CompiledInteraction($0.element, in: scenario, sharing: rules, number: $0.offset)
        }
        store.interactions[key] = interactions
        store.fallbacks[key] = variant.fallback.map { ForwardingRoute(proxy: $0) }
        store.resources[key] = variant.resources.map { LiveRoute($0, slug: scenario.slug, sharing: rules) }
        return interactions
    }

    private func resources(_ key: VariantKey) -> [LiveRoute] {
        _ = compiled(key)
        return store.resources[key] ?? []
    }

    private func key(of address: Address) throws(AddressError) -> VariantKey {
        guard let slug = address.slug, let scenario = scenarioOfSlug[slug] else {
            throw AddressSuggestions(self).unknownSlug(address.slug ?? "")
        }
        guard let variant = scenarios[scenario].variants.position(of: address.values) else {
            throw AddressSuggestions(self).unknownVariant(address.values, of: scenarios[scenario])
        }
        return VariantKey(scenario: scenario, variant: variant)
    }
}
