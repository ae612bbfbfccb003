internal import HAL

extension Codec where Value == Matcher {
    static let matcher = Codec(
        shape: .definition(MatcherKey.keyTable),
        read: { $0.matcher($1, $2) },
        write: { $0.wireMockJSON }
    )
}

extension Codec where Value == [Matcher] {
    static let matchers = Codec(
        shape: .list(.definition(MatcherKey.keyTable)),
        read: { $0.matchers($1, $2) },
        write: { .array($0.map(\.wireMockJSON)) }
    )
}

extension Codec where Value == MultiValueMatcher {
    static let multiValueMatcher = Codec(
        shape: .definition(MultiValueKey.keyTable),
        read: { $0.multiValueMatcher($1, $2) },
        write: { $0.wireMockJSON }
    )
}
