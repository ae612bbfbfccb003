/// The tables of all objects with known keys.
enum KeyTables {
    /// In the order of the schema and of the reference.
    static let all: [any KnownKey.Type] = [
        ScenarioKey.self, InteractionKey.self, CountKey.self,
        RequestKey.self, MethodKey.self, CredentialsKey.self, PartKey.self,
        MatcherKey.self, MultiValueKey.self, JSONPathKey.self,
        ResponseKey.self, RetryAfterKey.self, DelayKey.self, DribbleKey.self, ThrottleKey.self, FaultKey.self,
        FaultPhaseKey.self,
        StepKey.self, StepRequestKey.self, FollowKey.self, AuthorizationKey.self, OAuthKey.self, OAuthTokenKey.self,
        ExpectKey.self, ChallengeKey.self, ExpectedRetryAfterKey.self, NoticeKey.self,
        MappingsKey.self, MappingKey.self, ImportKey.self, ImportOptionKey.self,
    ]

    /// The tables of some objects and of everything inside of them.
    static func reachable(from roots: [any KnownKey.Type]) -> [any KnownKey.Type] {
        let tables = Dictionary(all.map { ($0.definition, $0) }) { first, _ in first }
        var names: Set<String> = []
        var open = roots.map { $0.definition }
        while let name = open.popLast() {
            guard names.insert(name).inserted, let table = tables[name] else { continue }
            open += definitions(in: table)
        }
        return all.filter { names.contains($0.definition) }
    }

    private static func definitions<Key: KnownKey>(in table: Key.Type) -> [String] {
        Key.allCases.flatMap { $0.entry.shape.definitions }
    }
}

extension Shape {
    /// The names of the objects that may stand there.
    var definitions: [String] {
        switch self {
        case .definition(let name): [name]
        case .list(let shape), .map(let shape): shape.definitions
        case .either(let shapes): shapes.flatMap(\.definitions)
        case .text, .path, .method, .integer, .number, .boolean, .anything, .object, .choice: []
        }
    }
}
