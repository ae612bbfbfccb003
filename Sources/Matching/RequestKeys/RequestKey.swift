import Documents

/// One key of request patterns, such as `host`, or a family of keys that share their meaning; a value is one condition.
///
/// Everything about a key is in its own file: the key with its documentation, how it is read and written, evaluated,
/// explained, compared and changed. To add one, write such a file and add its type to ``RequestKeys/all``.
protocol RequestKey: Sendable, Hashable {
    /// The keys with their values, limits, default, meaning and example.
    static var keys: [Key<RequestPattern>] { get }
    /// Names of other tools for a key, in lower case, each with the name of the key.
    static var synonyms: [String: String] { get }
    /// The part of a request that the key is about.
    static var part: RequestPart { get }

    /// Checks keys that depend on each other, after all are read; logs mistakes.
    static func check(_ reader: NodeReader, _ members: KnownMembers, _ pattern: RequestPattern)

    /// Calls `visit` with each condition that a pattern has under the key.
    static func forEach(in pattern: RequestPattern, _ visit: (Self) -> Void)

    /// Whether the conditions of `other` surely imply those of `pattern`.
    static func covers(_ pattern: RequestPattern, _ other: RequestPattern) -> Bool

    /// The conditions in turn changed, to test that an expectation can fail.
    static func mutations(of pattern: RequestPattern) -> [Mutation<RequestPattern>]

    /// The form in which the server tests the condition without decoding the request; nil if it has to decode.
    var byteForm: ByteCondition? { get }
    /// Whether evaluation parses the request's body.
    var readsBody: Bool { get }

    /// Whether a request meets the condition.
    func holds(for request: DecodedRequest) -> Bool

    /// The maximum number of steps of an ``ExplanationBudget`` that evaluation needs.
    func cost(on request: DecodedRequest) -> Int

    /// The condition in a list of checks: in a 404 response, in the journal, in a report; nil to leave it out.
    func check(in context: CheckContext) -> FieldCheck?
}

extension RequestKey {
    static var synonyms: [String: String] { [:] }
    static func check(_ reader: NodeReader, _ members: KnownMembers, _ pattern: RequestPattern) {}

    static func covers(_ pattern: RequestPattern, _ other: RequestPattern) -> Bool {
        let conditions = all(in: pattern)
        guard !conditions.isEmpty else { return true }
        let others = all(in: other)
        return conditions.allSatisfy(others.contains)
    }

    var byteForm: ByteCondition? { nil }
    var readsBody: Bool { Self.part == .body }

    static func all(in pattern: RequestPattern) -> [Self] {
        var all: [Self] = []
        forEach(in: pattern) { all.append($0) }
        return all
    }

    static func addConditions(of pattern: RequestPattern, to conditions: inout [RequestCondition]) {
        forEach(in: pattern) { conditions.append(RequestCondition($0)) }
    }

    static func addChecks(of pattern: RequestPattern, in context: CheckContext, to checks: inout [FieldCheck]) {
        forEach(in: pattern) { condition in
            if let check = condition.check(in: context) { checks.append(check) }
        }
    }
}

/// The parts of a request, in the order in which its checks are listed.
enum RequestPart: CaseIterable {
    case method
    case url
    case authority
    case parameters
    case fields
    case body
}

/// A condition of a request pattern that the server tests by comparing bytes.
package enum ByteCondition {
    /// The index compares method and URL.
    case requestLine
    case header(name: String, ByteTest)
    case query(name: String, value: String)
    /// The credentials in Base64, as they follow `Basic `.
    case credentials(encoded: [UInt8])
}

/// One condition of a request pattern, whatever its key.
package struct RequestCondition: Sendable {
    private let key: any RequestKey

    init(_ key: some RequestKey) {
        self.key = key
    }

    /// Whether evaluation parses the request's body.
    package var readsBody: Bool { key.readsBody }

    /// The form in which the server tests the condition without decoding the request; nil if it has to decode.
    package var byteForm: ByteCondition? { key.byteForm }

    /// Whether a request meets the condition.
    package func holds(for request: DecodedRequest) -> Bool { key.holds(for: request) }

    /// The maximum number of steps of an ``ExplanationBudget`` that evaluation needs.
    package func cost(on request: DecodedRequest) -> Int { key.cost(on: request) }
}
