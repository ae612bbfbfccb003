import Documents
internal import HAL

/// `equalTo`: the value, byte by byte; canonically equivalent texts differ.
struct EqualTo: Operator {
    static let keys: [OperatorKey] = [
        .key(
            "equalTo",
            .text,
            "The value equals this text. A plain text in place of the object means the same.",
            example: "equalTo: Diesel",
            synonyms: ["is", "eq"]
        ),
        .option(
            "caseInsensitive",
            .boolean,
            "Whether `equalTo` ignores case.",
            example: "equalTo: diesel, caseInsensitive: true"
        ),
    ]

    let text: String
    let caseInsensitive: Bool

    static func read(_ source: OperatorSource) -> Matcher? {
        source.text.map { .equalTo($0, caseInsensitive: source.isOn("caseInsensitive")) }
    }

    var name: String { "equalTo" }
    var operand: JSONValue { .string(text) }
    var options: [JSONObject.Member] { caseInsensitive ? [.init("caseInsensitive", true)] : [] }
    var label: String { caseInsensitive ? "equalTo (any case)" : name }
    var sentence: String { caseInsensitive ? "\(text) (in any case)" : text }
    var flipped: Matcher { .equalTo(text + "~", caseInsensitive: caseInsensitive) }

    var byteTest: ByteTest? {
        guard caseInsensitive else { return ByteTest(.equalTo, text) }
        let isASCII = text.utf8.allSatisfy { $0 < 128 }
        return isASCII ? ByteTest(.equalToIgnoringCase, text.lowercased()) : nil
    }

    func holds(for value: MatchedValue, _ budget: inout EvaluationBudget) -> Bool? {
        guard let actual = value.text else { return false }
        return TextSearch.isEqual(actual, text, caseInsensitive: caseInsensitive, budget: &budget)
    }

    func hint(for value: String, _ hints: ValueHint) -> String? {
        guard max(text.utf8.count, value.utf8.count) <= ValueHint.longestText else { return nil }
        if text.lowercased() == value.lowercased() { return "differs only in case" }
        if text.trimmingSpaces == value.trimmingSpaces { return "differs only in spaces" }
        if !text.isEmpty, TextSearch.contains(value, text) {
            return "'equalTo' compares the whole value; 'contains' does not"
        }
        guard let left = JSONNumber(text), let right = JSONNumber(value), left.isEqual(to: right) else {
            return nil
        }
        return "the same number, but 'equalTo' compares texts"
    }
}

extension Matcher {
    package static func equalTo(_ text: String, caseInsensitive: Bool) -> Matcher {
        Matcher(EqualTo(text: text, caseInsensitive: caseInsensitive))
    }
}
