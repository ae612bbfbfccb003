import HAL

@testable import Documents
@testable import Matching
@testable import Scenarios

/// Matchers and responses of mappings: what is taken evaluates, twice with the same result, and so does its opposite.
///
/// The bytes choose keys and values from the lists in the code, by the shapes that the keys have.
enum OperatorTarget {
    static func take(_ bytes: [UInt8]) {
        var choices = Choices(bytes)
        let matcher = object(Matcher.keyTable, &choices, depth: 0)
        let response = object(ResponseDefinition.codec.table, &choices, depth: 0)
        let mapping = #"{"request": {"url": "/", "bodyPatterns": [\#(matcher)]}, "response": \#(response)}"#
        let plain = #"{"request": {"url": "/", "bodyPatterns": [\#(matcher)]}, "response": {}}"#
        _ = try? WireMockReader().mapping(Array(mapping.utf8))
        guard let interaction = try? WireMockReader().mapping(Array(plain.utf8)).value else { return }
        repeat {
            let value = choices.isYes() ? json(&choices, depth: 0) : choices.one(of: Extremes.texts + Extremes.numbers)
            for pattern in interaction.request.bodyPatterns { check(pattern, value) }
        } while !choices.isAtEnd
    }

    private static func check(_ matcher: Matcher, _ value: String) {
        let holds = matcher.matches(value, now: 1_793_700_930_000)
        precondition(matcher.matches(value, now: 1_793_700_930_000) == holds, value)
        precondition(Matcher.not(matcher).matches(value, now: 1_793_700_930_000) != holds, value)
        var budget = EvaluationBudget(steps: 3)
        _ = matcher.matches(value, now: .max, budget: &budget)
        _ = matcher.matches(nil, now: .min)
    }

    /// An object of one key, and at times of several.
    static func object(_ table: KeyTable, _ choices: inout Choices, depth: Int) -> String {
        var members: [String: String] = [:]
        repeat {
            let key = choices.one(of: table.keys)
            members[key.name] = value(of: key.shape, &choices, depth: depth + 1)
        } while choices.number(below: 3) == 1 && members.count < 4
        return "{" + members.sorted { $0.key < $1.key }.map { "\"\($0.key)\": \($0.value)" }.joined(separator: ", ")
            + "}"
    }

    private static func value(of shape: Shape, _ choices: inout Choices, depth: Int) -> String {
        guard choices.number(below: 16) > 0 else { return json(&choices, depth: depth) }
        switch shape {
        case .text, .path, .method: return text(&choices)
        case .integer, .number: return choices.decimal()
        case .boolean: return choices.isYes() ? "true" : "false"
        case .anything, .object, .matrix, .map: return json(&choices, depth: depth)
        case .choice(let names): return JSONValue.string(choices.one(of: names)).serialized()
        case .list(let shape):
            let count = depth < 4 ? choices.number(below: 4) : 0
            return "[" + (0..<count).map { _ in value(of: shape, &choices, depth: depth + 1) }.joined(separator: ",")
                + "]"
        case .reference(let reference):
            guard depth < 4 else { return "{}" }
            let matcher = object(Matcher.keyTable, &choices, depth: depth)
            guard reference.table().definition == MatchesJSONPath.objectForm.definition else { return matcher }
            return #"{"expression": \#(text(&choices)), \#(matcher.dropFirst())"#
        case .either(let shapes): return value(of: choices.one(of: shapes), &choices, depth: depth)
        }
    }

    private static func text(_ choices: inout Choices) -> String {
        JSONValue.string(choices.one(of: Extremes.texts)).serialized()
    }

    /// A JSON text; the names of members are those that schemas and paths know.
    static func json(_ choices: inout Choices, depth: Int) -> String {
        switch choices.number(below: depth < 6 ? 7 : 4) {
        case 0: choices.decimal()
        case 1: text(&choices)
        case 2: choices.one(of: ["null", "true", "false"])
        case 3: choices.one(of: ["\"${json-unit.any-number}\"", "\"${json-unit.ignore-element}\"", "[]", "{}"])
        case 4:
            "["
                + (0..<choices.number(below: 6)).map { _ in json(&choices, depth: depth + 1) }.joined(separator: ",")
                + "]"
        case _:
            "{"
                + (0..<choices.number(below: 4)).map { _ in
                    let name = choices.one(of: ["a", "b", "é"] + SchemaKeyword.allCases.map(\.rawValue))
                    return "\"\(name)\": " + json(&choices, depth: depth + 1)
                }
                .joined(separator: ",") + "}"
        }
    }
}
