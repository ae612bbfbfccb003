internal import HAL

extension NodeReader {
    func matchesJSONSchema(_ value: Node, _ name: String, _ options: [MatcherKey: Node]) -> Matcher? {
        let version = options[.schemaVersion].flatMap { choice($0, "'schemaVersion'", of: SchemaVersion.self) }
        guard options[.schemaVersion] == nil || version != nil, let json = schemaOrItsText(value, name) else {
            return nil
        }
        do throws(InvalidSchema) {
            let schema = try JSONSchema(json, version: version)
            for warning in schema.warnings {
                let place = value.place(of: warning.path)
                log.warning(message(warning, at: place, name), at: place.node, suggestion: warning.suggestion)
            }
            return .matchesJSONSchema(schema)
        } catch {
            for problem in error.problems {
                let place = value.place(of: problem.path)
                log.error(message(problem, at: place, name), at: place.node, suggestion: problem.suggestion)
            }
            return nil
        }
    }

    private func schemaOrItsText(_ value: Node, _ name: String) -> JSONValue? {
        guard let scalar = filled(value), case .string = scalar.resolved else { return json(value) }
        return jsonOrItsText(value, name)
    }

    /// A place that the file does not show is named in words.
    private func message(_ problem: SchemaProblem, at place: (node: Node, isExact: Bool), _ name: String) -> String {
        place.isExact ? "\(name): \(problem.message)" : "\(name) at \(problem.pointer): \(problem.message)"
    }
}

extension Node {
    /// The node at the end of a path of names and indices, or the last one on the way that is there.
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
