package import Documents
package import HAL

/// `matchesJsonSchema`: a value that is valid by a JSON Schema; a value that is not JSON counts as a string.
struct MatchesJSONSchema: Operator {
    static let keys: [OperatorKey] = [
        .key(
            "matchesJsonSchema",
            .either([.object, .boolean, .text]),
            "The value is valid against a JSON Schema, an object or its text; a value that is not JSON counts as a string.",
            example: "matchesJsonSchema: { type: object, required: [price] }",
            synonyms: ["schema"]
        ),
        .option(
            "schemaVersion",
            .choice(SchemaVersion.allCases.map(\.rawValue)),
            "The draft of a schema without `$schema`; by default 2020-12.",
            example: "matchesJsonSchema: { type: object }, schemaVersion: V7"
        ),
    ]

    let schema: JSONSchema

    static func read(_ source: OperatorSource) -> Matcher? {
        let (reader, name) = (source.reader, source.quoted)
        let version = source.option("schemaVersion") { reader.choice($0, $1, of: SchemaVersion.self) }
        guard source.options["schemaVersion"] == nil || version != nil,
            let json = reader.schemaOrItsText(source.node, name)
        else { return nil }
        return reader.schema(json, version: version, at: source.node, name).map { .matchesJSONSchema($0) }
    }

    var name: String { "matchesJsonSchema" }
    var operand: JSONValue { schema.source }

    var options: [JSONObject.Member] {
        schema.version.map { [.init("schemaVersion", .string($0.rawValue))] } ?? []
    }

    var readsJSON: Bool { true }
    var expected: String { schema.source.serialized() }
    var sentence: String { "a value that is valid against the JSON Schema" }

    func holds(for value: MatchedValue, _ budget: inout EvaluationBudget) -> Bool? {
        guard let text = value.text else { return false }
        return schema.failure(in: text, json: value.json, budget: &budget) == nil
    }

    func hint(for value: String, _ hints: ValueHint) -> String? {
        schema.failure(in: value, json: hints.json()).map { Excerpt.of($0.text) }
    }
}

extension Matcher {
    package static func matchesJSONSchema(_ schema: JSONSchema) -> Matcher {
        Matcher(MatchesJSONSchema(schema: schema))
    }
}

extension NodeReader {
    /// Compiles a schema; logs its problems at their places in the node.
    package func schema(_ json: JSONValue, version: SchemaVersion?, at node: Node, _ name: String) -> JSONSchema? {
        do throws(InvalidSchema) {
            let schema = try JSONSchema(json, version: version)
            for warning in schema.warnings {
                let place = node.place(of: warning.path)
                log.warning(message(warning, at: place, name), at: place.node, suggestion: warning.suggestion)
            }
            return schema
        } catch {
            for problem in error.problems {
                let place = node.place(of: problem.path)
                log.error(message(problem, at: place, name), at: place.node, suggestion: problem.suggestion)
            }
            return nil
        }
    }

    /// The message; it names a place that the file does not show.
    private func message(_ problem: SchemaProblem, at place: (node: Node, isExact: Bool), _ name: String) -> String {
        place.isExact ? "\(name): \(problem.message)" : "\(name) at \(problem.pointer): \(problem.message)"
    }

    fileprivate func schemaOrItsText(_ value: Node, _ name: String) -> JSONValue? {
        guard let scalar = filled(value), case .string = scalar.resolved else { return json(value) }
        return jsonOrItsText(value, name)
    }
}

extension Node {
    /// The node at the end of a path of names and indices, or the last one on the way that exists.
    fileprivate func place(of path: [String]) -> (node: Node, isExact: Bool) {
        var node = self
        for (index, step) in path.enumerated() {
            let child: Node? =
                switch node.content {
                case .scalar: nil
                case .sequence(let items): Int(step).flatMap { items.indices.contains($0) ? items[$0] : nil }
                case .mapping(let pairs):
                    pairs.first { $0.key.text == step }.map { pair in
                        // The key says more than the value where the path ends with it.
                        index == path.count - 1 ? pair.key : pair.value
                    }
                }
            guard let child else { return (node, false) }
            node = child
        }
        return (node, true)
    }
}
