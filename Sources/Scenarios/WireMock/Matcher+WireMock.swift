package import HAL

extension Matcher {
    /// The operator and its options as WireMock shows them.
    package var wireMockJSON: JSONValue {
        switch self {
        case .equalTo(let text, let caseInsensitive):
            caseInsensitive ? ["equalTo": .string(text), "caseInsensitive": true] : ["equalTo": .string(text)]
        case .contains(let text): ["contains": .string(text)]
        case .doesNotContain(let text): ["doesNotContain": .string(text)]
        case .matches(let expression): ["matches": .string(expression.pattern)]
        case .doesNotMatch(let expression): ["doesNotMatch": .string(expression.pattern)]
        case .absent: ["absent": true]
        case .equalToJSON(let value, let ignoreArrayOrder, let ignoreExtraElements):
            Self.equalToJSON(value, ignoreArrayOrder, ignoreExtraElements)
        case .equalToJSONPattern(let pattern):
            Self.equalToJSON(pattern.value, pattern.ignoresArrayOrder, pattern.ignoresExtraElements)
        case .binaryEqualTo(let bytes): ["binaryEqualTo": .string(Base64.encode(bytes))]
        case .number(let matcher): .object(JSONObject([.init(matcher.comparison.rawValue, .number(matcher.number))]))
        case .date(let matcher): matcher.wireMockJSON
        case .matchesPathTemplate(let template): ["matchesPathTemplate": .string(template.text)]
        case .anything: ["anything": "anything"]
        case .matchesJSONPath(let path, nil): ["matchesJsonPath": .string(path.text)]
        case .matchesJSONPath(let path, let matcher?):
            [
                "matchesJsonPath": .object(
                    JSONObject([.init("expression", .string(path.text))] + (matcher.wireMockJSON.object?.members ?? []))
                )
            ]
        case .matchesJSONSchema(let schema): schema.wireMockJSON
        case .and(let matchers): ["and": .array(matchers.map(\.wireMockJSON))]
        case .or(let matchers): ["or": .array(matchers.map(\.wireMockJSON))]
        case .not(let matcher): ["not": matcher.wireMockJSON]
        }
    }

    private static func equalToJSON(_ value: JSONValue, _ ignoreOrder: Bool, _ ignoreExtra: Bool) -> JSONValue {
        var object = JSONObjectBuilder()
        // A string that stands for itself would be read as the JSON in it.
        object.add("equalToJson", value.string == nil ? value : .string(value.serialized()))
        object.add("ignoreArrayOrder", ignoreOrder ? .bool(true) : nil)
        object.add("ignoreExtraElements", ignoreExtra ? .bool(true) : nil)
        return object.json
    }
}

extension JSONSchema {
    fileprivate var wireMockJSON: JSONValue {
        var object = JSONObjectBuilder()
        object.add("matchesJsonSchema", source)
        object.add("schemaVersion", version?.rawValue)
        return object.json
    }
}

extension DateMatcher {
    fileprivate var wireMockJSON: JSONValue {
        var object = JSONObjectBuilder()
        object.add(comparison.rawValue, text)
        if text.lowercased() == "now", case .now(let offset?) = expected {
            object.add("expectedOffset", offset.amount)
            object.add("expectedOffsetUnit", offset.unit.rawValue)
        }
        object.add("actualFormat", actualFormat?.text)
        object.add("truncateExpected", truncateExpected?.rawValue)
        object.add("truncateActual", truncateActual?.rawValue)
        object.add("applyTruncationLast", truncatesLast ? .bool(true) : nil)
        return object.json
    }
}

extension MultiValueMatcher {
    /// The matcher as WireMock shows it.
    package var wireMockJSON: JSONValue {
        switch self {
        case .any(let matcher): matcher.wireMockJSON
        case .hasExactly(let matchers): ["hasExactly": .array(matchers.map(\.wireMockJSON))]
        case .includes(let matchers): ["includes": .array(matchers.map(\.wireMockJSON))]
        }
    }
}
