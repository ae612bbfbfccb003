/// The keywords of JSON Schema that constrain a value, or contain subschemas.
enum SchemaKeyword: String, CaseIterable, Sendable {
    case type, `enum`, const
    case multipleOf, maximum, exclusiveMaximum, minimum, exclusiveMinimum
    case maxLength, minLength, pattern
    case maxItems, minItems, uniqueItems, maxProperties, minProperties, required
    case prefixItems, items, additionalItems, contains, maxContains, minContains
    case properties, patternProperties, additionalProperties, propertyNames
    case dependencies, dependentRequired, dependentSchemas
    case allOf, anyOf, oneOf, not
    case `if`, then, `else`
    case unevaluatedItems, unevaluatedProperties
    case ref = "$ref"
    case dynamicRef = "$dynamicRef"
    case recursiveRef = "$recursiveRef"
    case defs = "$defs"
    case definitions

    /// The subschemas under the keyword.
    enum Children {
        case none, one, list, oneOrList, map
    }

    var children: Children {
        switch self {
        case .additionalItems, .contains, .additionalProperties, .propertyNames, .not, .if, .then, .else,
            .unevaluatedItems, .unevaluatedProperties:
            .one
        case .prefixItems, .allOf, .anyOf, .oneOf: .list
        case .items: .oneOrList
        case .properties, .patternProperties, .dependencies, .dependentSchemas, .defs, .definitions: .map
        case .type, .enum, .const, .multipleOf, .maximum, .exclusiveMaximum, .minimum, .exclusiveMinimum, .maxLength,
            .minLength, .pattern, .maxItems, .minItems, .uniqueItems, .maxProperties, .minProperties, .required,
            .maxContains, .minContains, .dependentRequired, .ref, .dynamicRef, .recursiveRef:
            .none
        }
    }

    /// The versions that have the keyword.
    var versions: ClosedRange<SchemaVersion> {
        switch self {
        case .type, .enum, .multipleOf, .maximum, .exclusiveMaximum, .minimum, .exclusiveMinimum, .maxLength,
            .minLength, .pattern, .maxItems, .minItems, .uniqueItems, .maxProperties, .minProperties, .required, .items,
            .properties, .patternProperties, .additionalProperties, .dependencies, .allOf, .anyOf, .oneOf, .not, .ref,
            .definitions:
            .draft4 ... .draft202012
        case .additionalItems: .draft4 ... .draft201909
        case .const, .contains, .propertyNames: .draft6 ... .draft202012
        case .if, .then, .else: .draft7 ... .draft202012
        case .maxContains, .minContains, .dependentRequired, .dependentSchemas, .unevaluatedItems,
            .unevaluatedProperties, .defs:
            .draft201909 ... .draft202012
        case .recursiveRef: .draft201909 ... .draft201909
        case .prefixItems, .dynamicRef: .draft202012 ... .draft202012
        }
    }

    /// Pointers find definitions by any version's name.
    func holdsSchemas(_ version: SchemaVersion) -> Bool {
        versions.contains(version) || self == .defs
    }

    /// Keywords that do not constrain values; they are not reported as misspelled.
    static let annotations: Set<String> = [
        "$schema", "$id", "id", "$anchor", "$dynamicAnchor", "$recursiveAnchor", "$comment", "$vocabulary", "title",
        "description", "default", "examples", "deprecated", "readOnly", "writeOnly", "format", "contentEncoding",
        "contentMediaType", "contentSchema", "nullable",
    ]
    static let table = Dictionary(uniqueKeysWithValues: allCases.map { ($0.rawValue, $0) })
}
