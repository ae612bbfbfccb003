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

/// The meaning of one key.
struct KeyEntry: Sendable {
    let shape: Shape
    /// The value if the key is omitted, as far as a JSON Schema can express it.
    let defaultValue: JSONValue?
    /// A sentence or two, with Markdown's code spans.
    let summary: String
    /// The key in use, with the keys that it needs: one line of YAML, as it stands between braces.
    let example: String

    init(_ shape: Shape, default defaultValue: JSONValue? = nil, _ summary: String, example: String) {
        self.shape = shape
        self.defaultValue = defaultValue
        self.summary = summary
        self.example = example
    }
}

/// The values of a key, as far as a JSON Schema can express them.
indirect enum Shape: Sendable {
    /// Any text; numbers and booleans are taken as they are written.
    case text
    /// A path, with or without a query.
    case path
    /// A method; those that are in use are suggested.
    case method
    case integer(ClosedRange<Int>)
    case number
    case boolean
    case anything
    /// An object with any content.
    case object
    case choice([String])
    case list(Shape)
    case map(Shape)
    case definition(String)
    case either([Shape])
}
