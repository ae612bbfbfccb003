import Documents
internal import HAL

/// One operator of matchers, such as `contains`, or a family of operators that share their meaning.
///
/// Everything about an operator is in its own file: its keys with their documentation, how it is read, written,
/// evaluated and explained. To add one, write such a file and add its type to ``Operators/all``.
protocol Operator: Sendable, Hashable {
    /// The keys of the family, then those of its options.
    static var keys: [OperatorKey] { get }

    /// Reads the operand and the options; logs what is invalid and returns nil.
    static func read(_ source: OperatorSource) -> Matcher?

    /// The key, such as `contains`.
    var name: String { get }
    /// The value of the key in a WireMock mapping.
    var operand: JSONValue { get }
    /// The options that differ from their defaults, in the order in which a mapping lists them.
    var options: [JSONObject.Member] { get }

    /// Whether the operator compares the value as JSON; the caller then parses it once for several matchers.
    var readsJSON: Bool { get }
    /// Whether the operator reads the value as XML; the caller then shares the parsed document between matchers.
    var readsXML: Bool { get }
    /// Whether a missing cookie, or a JSONPath that selects nothing, matches.
    ///
    /// As in WireMock, negative operators match a missing header field, parameter or body, but not these.
    var matchesMissing: Bool { get }
    /// The comparison of the value's bytes that decides alone, so that the server need not decode the value; else nil.
    var byteTest: ByteTest? { get }

    /// Whether the value matches; nil if that is unknown because a pattern gave up or the budget is used up.
    func holds(for value: MatchedValue, _ budget: inout EvaluationBudget) -> Bool?

    /// The maximum number of steps of an ``ExplanationBudget`` that evaluation needs.
    func cost(on value: String) -> Int

    /// The operator and its operand in a list of checks: in a 404 response, in the journal, in a report.
    var label: String { get }
    var expected: String { get }
    /// The operator and its operand in a sentence of a contract report.
    var sentence: String { get }
    /// A probable cause why a value does not match; nil if there is none to name.
    func hint(for value: String, _ hints: ValueHint) -> String?

    /// A matcher that does not match what this operator matches, to test that an expectation can fail.
    var flipped: Matcher { get }
}

extension Operator {
    var options: [JSONObject.Member] { [] }
    var readsJSON: Bool { false }
    var readsXML: Bool { false }
    var matchesMissing: Bool { false }
    var byteTest: ByteTest? { nil }
    func cost(on value: String) -> Int { readsJSON ? 4 + value.utf8.count / 4 : 1 + value.utf8.count / 16 }
    var label: String { name }
    var expected: String { operand.string ?? operand.serialized() }
    var sentence: String { "\(name) \(expected)" }
    func hint(for value: String, _ hints: ValueHint) -> String? { nil }
    var flipped: Matcher { .not(Matcher(self)) }

    func isEqual(to other: any Operator) -> Bool { other as? Self == self }
}

/// One value of a request, as operators see it.
struct MatchedValue {
    /// Nil if the value is missing.
    let text: String?
    /// The text as JSON; nil if it is not JSON, or if no operator reads JSON.
    let json: JSONValue?
    /// The text as XML; nil if no operator reads XML, or if the value is missing.
    let xml: XMLForms?
    /// The bytes of a body.
    let bytes: [UInt8]?
    /// In milliseconds since 1970; nil: the system's clock.
    let now: Int64?
}

/// A comparison of the bytes of a value.
package struct ByteTest: Sendable {
    package enum Comparison: Sendable {
        case equalTo
        /// Ignores the case of ASCII letters; the text is in lower case.
        case equalToIgnoringCase
        case contains
        /// There is no value.
        case absent
    }

    package let comparison: Comparison
    package let text: String

    init(_ comparison: Comparison, _ text: String = "") {
        self.comparison = comparison
        self.text = text
    }
}

/// A key of an operator, or of an option beside it.
struct OperatorKey: Sendable {
    let entry: KeyEntry
    let isOption: Bool
    /// Words of other tools for this key, in lower case.
    let synonyms: [String]

    var name: String { entry.name }

    static func key(
        _ name: String,
        _ shape: Shape,
        _ summary: String,
        example: String,
        synonyms: [String] = []
    ) -> OperatorKey {
        let entry = KeyEntry(name, shape, summary, example: example)
        return OperatorKey(entry: entry, isOption: false, synonyms: synonyms)
    }

    static func option(_ name: String, _ shape: Shape, _ summary: String, example: String) -> OperatorKey {
        let entry = KeyEntry(name, shape, summary, example: example)
        return OperatorKey(entry: entry, isOption: true, synonyms: [])
    }
}

/// The place in a file that an operator is read from.
struct OperatorSource {
    /// The key, such as `contains`.
    let name: String
    /// The value of the key.
    let node: Node
    /// The values of the options, by their keys.
    let options: [String: Node]
    let reader: NodeReader

    /// The key as messages name it: `'contains'`.
    var quoted: String { "'\(name)'" }

    /// The operand as a text; logs any other value.
    var text: String? { reader.text(node, quoted) }

    /// Whether a boolean option is true; false by default.
    func isOn(_ option: String) -> Bool {
        self.option(option, reader.boolean) ?? false
    }

    /// An option, read by a method of the reader; nil without it.
    func option<Value>(_ name: String, _ read: (Node, String) -> Value?) -> Value? {
        options[name].flatMap { read($0, "'\(name)'") }
    }
}
