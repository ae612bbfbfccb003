internal import HAL

/// The keys that an object of a scenario file may have, declared once for the reader and for the JSON Schema.
///
/// The reader switches over all cases, so a key that is declared is a key that is read.
protocol KnownKey: RawRepresentable<String>, CaseIterable, Hashable, Sendable {
    /// What has these keys, with its article: `a request`.
    static var owner: String { get }
    /// The name of the object in the JSON Schema.
    static var definition: String { get }
    static var required: [Self] { get }
    /// WireMock's keys that mean something which is not supported; naming them beats calling them unknown.
    static var unsupported: Set<String> { get }
    /// What other tools call a key, in lower case, with its name here: near in meaning, but not in letters.
    static var synonyms: [String: String] { get }
    /// Groups of keys of which at most one may be there.
    static var exclusive: [[Self]] { get }
    /// The keys below which another key belongs: it is not known here, but there.
    static func parents(of key: String) -> [Self]
    /// All cases by their names.
    static var table: [String: Self] { get }

    /// The meaning of the key; the schema and the reference are made of it.
    var entry: KeyEntry { get }
}

extension KnownKey {
    static var required: [Self] { [] }
    static var unsupported: Set<String> { [] }
    static var synonyms: [String: String] { [:] }
    static var exclusive: [[Self]] { [] }
    static func parents(of key: String) -> [Self] { [] }

    /// `did you mean 'x'?` for a word that is not a key, by its meaning or by its letters; else nil.
    static func suggestion(for word: String, others: [String] = []) -> String? {
        let parents = parents(of: word).map { "'\($0.rawValue)'" }
        if !parents.isEmpty { return "it belongs below \(parents.joined(separator: " or ")): indent it" }
        if let meant = synonyms[word.lowercased()] { return Spelling.didYouMean(meant) }
        return Spelling.suggestion(for: word, among: allCases.map(\.rawValue) + others)
    }

    static func makeTable() -> [String: Self] {
        Dictionary(uniqueKeysWithValues: allCases.map { ($0.rawValue, $0) })
    }
}

extension KnownKey {
    /// The keys as a table; the way to `ObjectCodec`.
    static var keyTable: KeyTable {
        KeyTable(
            definition,
            owner,
            tableOptions,
            keys: allCases.map { key in
                var entry = key.entry
                entry.name = key.rawValue
                entry.isRequired = required.contains(key)
                return entry
            }
        )
    }

    private static var tableOptions: KeyTable.Options {
        var options = KeyTable.Options(unsupported: unsupported, synonyms: synonyms)
        options.exclusive = exclusive.map { $0.map(\.rawValue) }
        switch definition {
        case "matcher":
            options.otherForms = [.text]
            options.readsNull = true
            options.isRecursive = true
        case "multiValueMatcher": options.otherForms = [.definition(MatcherKey.keyTable)]
        case "jsonPathMatcher":
            options.also = { MatcherKey.keyTable }
            options.isRecursive = true
        case _: break
        }
        return options
    }
}

extension KeyEntry {
    init(_ shape: Shape, default defaultValue: JSONValue? = nil, _ summary: String, example: String) {
        self.init("", shape, default: defaultValue, summary, example: example)
    }
}
