package import HAL

/// A JSON Schema, compiled: drafts 4, 6 and 7, 2019-09 and 2020-12.
///
/// `format` and the `content…` keywords are annotations, which do not constrain values; references stay inside the
/// schema. Two schemas are equal if their texts are.
package struct JSONSchema: Sendable {
    /// As it was written.
    package let source: JSONValue
    /// The `schemaVersion` of the mapping.
    package let version: SchemaVersion?
    /// Suspicious places, which may be intended.
    package let warnings: [SchemaProblem]
    let program: SchemaProgram

    /// Compiles a schema; its own `$schema` overrides `version`, and the default is 2020-12.
    ///
    /// - Throws: ``InvalidSchema`` with all errors.
    package init(_ source: JSONValue, version: SchemaVersion? = nil) throws(InvalidSchema) {
        self.source = source
        self.version = version
        (program, warnings) = try SchemaCompiler.compile(source, version)
    }

    /// Whether the value is valid.
    package func matches(_ value: JSONValue) -> Bool {
        failure(in: value) == nil
    }

    /// The place and the reason that the value is invalid; nil if it is valid.
    package func failure(in value: JSONValue) -> SchemaFailure? {
        var budget = EvaluationBudget()
        return failure(in: value, budget: &budget)
    }

    private func failure(in value: JSONValue, budget: inout EvaluationBudget) -> SchemaFailure? {
        var evaluation = SchemaEvaluation(program, budget: budget)
        defer { budget = evaluation.budget }
        return evaluation.run(value)
    }

    /// Like `failure(in:)` for a text: a text that is not JSON counts as a string, and so does a number, boolean or
    /// null that is invalid as such; `json` is the text's JSON.
    package func failure(in text: String, json: JSONValue?) -> SchemaFailure? {
        var budget = EvaluationBudget()
        return failure(in: text, json: json, budget: &budget)
    }

    /// Like `failure(in:json:)`, within a budget: the text is invalid once it is used up.
    func failure(in text: String, json: JSONValue?, budget: inout EvaluationBudget) -> SchemaFailure? {
        guard let json else { return failure(in: .string(text), budget: &budget) }
        guard let failure = failure(in: json, budget: &budget) else { return nil }
        switch json {
        case .string, .array, .object: return failure
        case .null, .bool, .number: return self.failure(in: .string(text), budget: &budget) == nil ? nil : failure
        }
    }
}

extension JSONSchema: Hashable {
    package static func == (left: JSONSchema, right: JSONSchema) -> Bool {
        left.source == right.source && left.version == right.version
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(source)
        hasher.combine(version)
    }
}

/// WireMock's names of the versions of JSON Schema.
package enum SchemaVersion: String, Sendable, CaseIterable {
    case draft4 = "V4"
    case draft6 = "V6"
    case draft7 = "V7"
    case draft201909 = "V201909"
    case draft202012 = "V202012"

    /// The version with that `$schema`.
    init?(metaschema: String) {
        switch metaschema.hasSuffix("#") ? metaschema.dropLast() : metaschema[...] {
        case "http://json-schema.org/draft-04/schema": self = .draft4
        case "http://json-schema.org/draft-06/schema": self = .draft6
        case "http://json-schema.org/draft-07/schema": self = .draft7
        case "https://json-schema.org/draft/2019-09/schema": self = .draft201909
        case "https://json-schema.org/draft/2020-12/schema": self = .draft202012
        case _: return nil
        }
    }
}

extension SchemaVersion: Comparable {
    package static func < (left: SchemaVersion, right: SchemaVersion) -> Bool {
        left.position < right.position
    }

    private var position: Int {
        switch self {
        case .draft4: 4
        case .draft6: 6
        case .draft7: 7
        case .draft201909: 8
        case .draft202012: 9
        }
    }
}

/// An error or a suspicion at one place of a schema.
package struct SchemaProblem: Sendable, Hashable {
    /// The path from the root of the schema.
    package var path: [String]
    package var message: String
    package var suggestion: String?

    /// The path as a JSON pointer (RFC 6901).
    package var pointer: String { JSONPointer.text(path) }
}

/// The reasons that a schema is invalid.
package struct InvalidSchema: Error, Sendable, Hashable {
    package var problems: [SchemaProblem]
}

/// The reason that a value is invalid by a schema.
package struct SchemaFailure: Sendable, Hashable {
    /// The place in the value, as a JSON pointer; empty for the whole value.
    package var instancePointer: String
    /// The keyword that fails, as a JSON pointer into the schema.
    package var schemaPointer: String
    /// The requirement of the keyword.
    package var reason: String

    /// `/price: must be at least 5 (schema /properties/price/minimum)`.
    package var text: String {
        "\(instancePointer.isEmpty ? "the value" : instancePointer): \(reason) (schema \(schemaPointer))"
    }
}
