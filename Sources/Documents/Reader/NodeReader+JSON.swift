package import HAL

extension NodeReader {
    /// The node as JSON: numbers with the digits of the file, keys in its order.
    package func json(_ node: Node) -> JSONValue? {
        cached(node) { convert(node) }
    }

    private func convert(_ node: Node) -> JSONValue? {
        switch node.content {
        case .scalar: convertScalar(node)
        case .sequence(let items): .array(items.compactMap(convert))
        case .mapping(let pairs):
            .object(
                JSONObject(
                    pairs.compactMap { pair in
                        guard let value = convert(pair.value) else { return nil }
                        return JSONObject.Member(filled(pair.key)?.text ?? "", value)
                    }
                )
            )
        }
    }

    private func convertScalar(_ node: Node) -> JSONValue? {
        guard let scalar = filled(node) else { return nil }
        switch scalar.resolved {
        case .null: return .null
        case .bool(let value): return .bool(value)
        case .number(let number): return .number(number)
        case .string(let text): return .string(text)
        case .unrepresentable:
            let suggestion = "JSON has no infinite and no undefined numbers: use null, or quote it"
            log.error("'\(scalar.text)' is not a valid JSON number", at: node, suggestion: suggestion)
            return nil
        }
    }

    /// JSON as a value, or as a string that contains it.
    package func jsonOrItsText(_ node: Node, _ name: String) -> JSONValue? {
        guard let scalar = filled(node), case .string(let text) = scalar.resolved else { return json(node) }
        do throws(JSONError) {
            return try JSONValue(parsing: text)
        } catch {
            if dialect == .wireMock, let value = try? JSONValue(parsing: RelaxedJSON.strict(Array(text.utf8))) {
                overlook("\(name) is not valid JSON: \(error.message)", at: node, suggestion: "write it as JSON")
                return value
            }
            log.error(
                "\(name) is not valid JSON: \(error.message)",
                at: node,
                suggestion: "a JSON string must be quoted"
            )
            return nil
        }
    }

    /// A JSON object.
    package func object(_ node: Node, _ name: String) -> JSONValue? {
        guard case .mapping = node.content else {
            log.error("\(name) must be an object, not \(node.kind)", at: node)
            return nil
        }
        return json(node)
    }

    /// Bytes in Base64.
    package func base64(_ node: Node, _ name: String) -> [UInt8]? {
        guard let text = text(node, name) else { return nil }
        guard let bytes = Base64.decode(text) else {
            log.error("\(name) is not valid Base64", at: node)
            return nil
        }
        return bytes
    }
}
