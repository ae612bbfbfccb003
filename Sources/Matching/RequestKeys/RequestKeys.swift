/// All keys of request patterns.
enum RequestKeys {
    /// In the order of messages, of the JSON Schema, of the reference and of WireMock's JSON.
    static let all: [any RequestKey.Type] = [
        URLKey.self, MethodKey.self, SchemeKey.self, ProtocolKey.self, TLSKey.self, HostKey.self,
        PortKey.self, ClientIPKey.self, PathParametersKey.self, QueryParametersKey.self, HeadersKey.self,
        CookiesKey.self, FormParametersKey.self, BasicAuthKey.self, BodyPatternsKey.self, MultipartPatternsKey.self,
        UnsupportedKey.self,
    ]

    /// In the order of a request's parts.
    static let byPart = RequestPart.allCases.flatMap { part in all.filter { type in type.part == part } }
}

extension RequestPattern {
    /// All conditions, in the order of a request's parts.
    package var conditions: [RequestCondition] {
        var conditions: [RequestCondition] = []
        for key in RequestKeys.byPart { key.addConditions(of: self, to: &conditions) }
        return conditions
    }

    /// Whether every request that matches `other` surely matches this pattern too.
    package func covers(_ other: RequestPattern) -> Bool {
        RequestKeys.all.allSatisfy { key in key.covers(self, other) }
    }

    /// The conditions in turn changed, to test that an expectation can fail.
    package var mutations: [Mutation<RequestPattern>] {
        RequestKeys.all.flatMap { key in key.mutations(of: self) }
    }

    /// The mutations of one property; none if it is nil.
    func mutations<Value>(
        at place: String,
        _ path: WritableKeyPath<RequestPattern, Value?>,
        _ change: (Value) -> Value
    ) -> [Mutation<RequestPattern>] {
        self[keyPath: path].map { mutations(at: place, path, [Mutation<Value?>(change($0))]) } ?? []
    }

    /// The mutations of one property.
    func mutations<Value>(
        at place: String,
        _ path: WritableKeyPath<RequestPattern, Value>,
        _ mutations: [Mutation<Value>]
    ) -> [Mutation<RequestPattern>] {
        mutations.map { change in
            change.lifted(at: place) { value in
                var changed = self
                changed[keyPath: path] = value
                return changed
            }
        }
    }
}
