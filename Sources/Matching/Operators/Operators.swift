import Documents

/// All operators of matchers.
enum Operators {
    /// In the order of messages, of the JSON Schema and of the reference.
    static let all: [any Operator.Type] = [
        EqualTo.self, Contains.self, Matches.self, Absent.self, Anything.self, EqualToJSON.self, MatchesJSONPath.self,
        BinaryEqualTo.self, MatchesPathTemplate.self, NumberComparison.self, DateComparison.self,
        MatchesJSONSchema.self, EqualToXML.self, MatchesXPath.self, Combination.self, Not.self,
        MatchesNothing.self,
    ]

    /// All keys with their operators, by the position in `Matcher.keyTable`.
    static let keys = all.flatMap { type in type.keys.map { (key: $0, type: type) } }
}

extension Matcher {
    /// The keys of a matcher: the operators and their options.
    static let keyTable = KeyTable("matcher", "a matcher", options, keys: Operators.keys.map { $0.key.entry })

    private static var options: KeyTable.Options {
        var options = KeyTable.Options()
        for (key, _) in Operators.keys {
            for synonym in key.synonyms { options.synonyms[synonym] = key.name }
        }
        options.otherForms = [.text]
        options.readsNull = true
        options.ignoresUnknownInWireMock = true
        options.isRecursive = true
        return options
    }
}
