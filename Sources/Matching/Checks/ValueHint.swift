import Documents
internal import HAL

/// Looks for a probable cause why one value does not match, within a budget.
struct ValueHint {
    /// In bytes; longer texts are not compared.
    static let longestText = 4096

    let budget: ExplanationBudget
    /// Returns the value as JSON; nil if it is not JSON.
    let json: () -> JSONValue?

    init(_ budget: ExplanationBudget, json: @escaping () -> JSONValue? = { nil }) {
        self.budget = budget
        self.json = json
    }

    func of(_ matcher: MultiValueMatcher, _ values: [String]) -> String? {
        switch matcher {
        case .any(let matcher):
            let json = { values.first.flatMap { JSONText.parse($0) } }
            return ValueHint(budget, json: json).of(matcher, values.first)
        case .hasExactly(let matchers):
            return values.count == matchers.count ? nil : "expected \(matchers.count) values, received \(values.count)"
        case .includes: return nil
        }
    }

    func of(_ matcher: Matcher, _ value: String?) -> String? {
        guard let value, budget.takes(matcher.cost(on: value)) else { return nil }
        return matcher.operation.hint(for: value, self)
    }

    /// Where a text that should be JSON is not.
    static func notJSON(_ value: String) -> String {
        do throws(JSONError) {
            _ = try JSONValue(parsing: value)
            return "the value is not valid JSON: it is nested too deeply"
        } catch {
            return "the value is not valid JSON: line \(error.line), column \(error.column): \(error.message)"
        }
    }

    /// The hint for a pattern that gives up on a value; nil for any other.
    static func gaveUp(_ expression: RegularExpression, _ value: String) -> String? {
        guard case .gaveUp(let steps) = expression.verdict(on: value) else { return nil }
        return "the pattern exceeded \(steps) steps; simplify its repetitions"
    }
}

/// Describes how a secret differs from the expected one, without a character of either.
enum SecretHint {
    static func of(_ matcher: MultiValueMatcher, _ values: [String]) -> String? {
        guard let expected = matcher.exactText, values.count == 1 else { return nil }
        return difference(expected, values[0])
    }

    static func of(_ credentials: BasicCredentials, _ value: String) -> String {
        guard value.lowercased().hasPrefix("basic ") else { return "the scheme must be Basic" }
        let encoded = value.dropFirst("basic ".count).drop { $0 == " " }
        guard let bytes = Base64.decode(String(encoded)) else { return "the credentials are not valid Base64" }
        let text = String(decoding: bytes, as: UTF8.self)
        guard let colon = text.firstIndex(of: ":") else {
            return "the credentials have no ':' between name and password"
        }
        guard text[..<colon] == credentials.username else { return "the user name differs" }
        return "the password " + difference(credentials.password, String(text[text.index(after: colon)...]))
    }

    private static func difference(_ expected: String, _ actual: String) -> String {
        let wanted = expected.unicodeScalars
        let came = actual.unicodeScalars
        let same = zip(wanted, came).prefix { $0 == $1 }.count
        let characters = same == 1 ? "1 character" : "\(same) characters"
        if same == came.count { return "ends after \(characters) that match" }
        if same == wanted.count { return "continues after \(characters) that match" }
        return "differs after \(characters)"
    }
}
