package import Documents

extension MultiValueMatcher {
    package var mutations: [Mutation<MultiValueMatcher>] {
        switch self {
        case .any(let matcher): [Mutation(.any(matcher.flipped))]
        case .hasExactly(let matchers):
            (matchers.mutatingEach { [Mutation($0.flipped)] } + [matchers.longer(by: .contains(""))]).map {
                $0.lifted(into: Self.hasExactly)
            }
        case .includes(let matchers):
            matchers.mutatingEach { [Mutation($0.flipped)] }.map { $0.lifted(into: Self.includes) }
        }
    }
}

extension [Named<MultiValueMatcher>] {
    /// Each matcher in turn changed.
    package var mutations: [Mutation<[Named<MultiValueMatcher>]>] {
        mutatingEach(named: { $1.name }) { entry in entry.pattern.mutations.map { $0.lifted { Named(entry.name, $0) } }
        }
    }
}

extension [Named<Matcher>] {
    /// Each matcher in turn changed.
    package var mutations: [Mutation<[Named<Matcher>]>] {
        mutatingEach(named: { $1.name }) { [Mutation(Named($0.name, $0.pattern.flipped))] }
    }
}
