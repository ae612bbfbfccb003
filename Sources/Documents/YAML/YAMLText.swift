package import HAL

/// YAML that is not a scenario: the values of a document, with the digits of its numbers.
package enum YAMLText {
    /// The first thing that is wrong with a document, `3:7: a key is defined twice`.
    package struct Problem: Error, Sendable, CustomStringConvertible {
        /// Line, column and message.
        package let description: String

        init(_ problem: SyntaxProblem) {
            let message = [problem.message, problem.suggestion].compactMap(\.self).joined(separator: "; ")
            description = "\(problem.mark.line):\(problem.mark.column): \(message)"
        }
    }

    /// The document as JSON, by the core schema of YAML 1.2; null if it is empty.
    package static func value(of bytes: [UInt8]) throws(Problem) -> JSONValue {
        do throws(SyntaxProblem) {
            let (root, problems) = try YAMLComposer.compose(UTF8Check.withoutByteOrderMark(bytes))
            if let first = problems.first { throw first }
            guard let root else { return .null }
            return try value(of: root)
        } catch {
            throw Problem(error)
        }
    }

    /// A node as JSON, by the core schema of YAML 1.2.
    ///
    /// - Throws: ``SyntaxProblem`` if it contains a number that JSON does not have.
    package static func value(of node: Node) throws(SyntaxProblem) -> JSONValue {
        switch node.content {
        case .scalar(let scalar):
            return try value(of: scalar, at: node.mark)
        case .sequence(let items):
            var elements: [JSONValue] = []
            for item in items { elements.append(try value(of: item)) }
            return .array(elements)
        case .mapping(let pairs):
            var members: [JSONObject.Member] = []
            for pair in pairs { members.append(JSONObject.Member(pair.key.text, try value(of: pair.value))) }
            return .object(JSONObject(members))
        }
    }

    private static func value(of scalar: Node.Scalar, at mark: Mark) throws(SyntaxProblem) -> JSONValue {
        switch scalar.resolved {
        case .null: .null
        case .bool(let value): .bool(value)
        case .number(let number): .number(number)
        case .string(let text): .string(text)
        case .unrepresentable:
            throw SyntaxProblem(message: "'\(scalar.text)' is not a valid JSON number", mark: mark)
        }
    }
}
