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
    /// All cases by their names.
    static var table: [String: Self] { get }

    var shape: Shape { get }
    /// What editors show beside the key.
    var summary: String { get }
}

extension KnownKey {
    static var required: [Self] { [] }
    static var unsupported: Set<String> { [] }

    static func makeTable() -> [String: Self] {
        Dictionary(uniqueKeysWithValues: allCases.map { ($0.rawValue, $0) })
    }
}

/// What may stand under a key, as far as a JSON Schema says it.
indirect enum Shape: Sendable {
    /// Any text; numbers and booleans are taken as they are written.
    case text
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
