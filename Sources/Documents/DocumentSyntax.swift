/// A syntax of documents.
package enum DocumentSyntax: String, Sendable {
    case yaml, json

    /// The syntax of a text without a name: JSON if it begins with a brace, and otherwise YAML.
    package init(of bytes: [UInt8]) {
        let start = UTF8Check.withoutByteOrderMark(bytes).first { !" \t\r\n".utf8.contains($0) }
        self = start == UInt8(ascii: "{") ? .json : .yaml
    }

    /// The document and the problems that did not stop reading.
    ///
    /// - Throws: ``SyntaxProblem`` when the text does not have the syntax.
    package func compose(_ bytes: [UInt8]) throws(SyntaxProblem) -> (root: Node?, problems: [SyntaxProblem]) {
        switch self {
        case .yaml: try YAMLComposer.compose(bytes)
        case .json: try JSONComposer.compose(bytes)
        }
    }
}
