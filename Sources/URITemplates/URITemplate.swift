/// A URI template, [RFC 6570](https://www.rfc-editor.org/rfc/rfc6570) level 4.
///
///     let template = try URITemplate("/purchase-logs{?from,limit}")
///     try template.expand(["limit": 10])  // /purchase-logs?limit=10
public struct URITemplate: Sendable {
    /// The template's text, without values that ``expand(partially:)`` could not write yet.
    public let text: String

    let parts: [Part]

    /// Reads a template.
    ///
    /// - Throws: ``URITemplateError`` with the position if the text does not follow RFC 6570 §2.
    public init(_ text: String) throws(URITemplateError) {
        var parser = URITemplateParser(text)
        parts = try parser.parts()
        self.text = text
    }

    init(parts: [Part]) {
        self.parts = parts
        text = parts.map(\.text).joined()
    }

    /// The names of the variables without a value, each once, in the order in which they appear.
    public var variableNames: [String] {
        var seen: Set<String> = []
        return parts.compactMap(\.expression).flatMap(\.missingNames).filter { seen.insert($0).inserted }
    }

    /// Whether the template has expressions.
    public var hasExpressions: Bool {
        parts.contains { $0.expression != nil }
    }
}

extension URITemplate {
    /// A piece of a template.
    enum Part: Sendable {
        /// Literal text; `encoded` is its expansion, RFC 6570 §3.1.
        case literal(String, encoded: String)
        case expression(Expression)

        var text: String {
            switch self {
            case .literal(let text, _): text
            case .expression(let expression): expression.text
            }
        }

        var expression: Expression? {
            guard case .expression(let expression) = self else { return nil }
            return expression
        }
    }

    /// The text between two braces.
    struct Expression: Sendable {
        let style: ExpansionStyle
        let variables: [VariableSpecification]
        /// Known values that wait for the others.
        var bound = Variables()

        var text: String {
            "{\(style.symbol)\(variables.map(\.text).joined(separator: ","))}"
        }

        /// The names of the variables without a value.
        var missingNames: [String] {
            variables.map(\.name).filter { bound[$0] == nil }
        }
    }

    /// One variable of an expression and its modifier, RFC 6570 §2.3 and §2.4.
    struct VariableSpecification: Sendable {
        enum Modifier: Sendable {
            case none
            case explode
            /// The maximum number of characters.
            case prefix(Int)
        }

        let name: String
        let modifier: Modifier
        /// The offset of the name in the template, in bytes.
        let offset: Int

        var text: String {
            switch modifier {
            case .none: name
            case .explode: "\(name)*"
            case .prefix(let length): "\(name):\(length)"
            }
        }
    }
}

extension URITemplate: Hashable, CustomStringConvertible {
    /// Whether both have the same text and the same partially given values.
    public static func == (lhs: URITemplate, rhs: URITemplate) -> Bool {
        lhs.text == rhs.text && lhs.bound == rhs.bound
    }

    /// Hashes the text.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(text)
    }

    /// The text.
    public var description: String { text }

    private var bound: [Variables] { parts.compactMap { $0.expression?.bound } }
}

/// The reason why a text is not a valid URI template, or why a template cannot be expanded.
public struct URITemplateError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The class of the problem.
    public enum Code: Sendable, Hashable {
        /// The text does not follow RFC 6570 §2.
        case syntax
        /// A prefix modifier applies to a list or a map, RFC 6570 §2.4.1.
        case prefixOfComposite
        /// The expansion exceeds 1 MiB and the length of the template.
        case tooLong
    }

    /// The class of the problem.
    public let code: Code
    /// A short description of the problem.
    public let message: String
    /// The offset in the template, in bytes of UTF-8.
    public let offset: Int

    init(_ code: Code = .syntax, _ message: String, at offset: Int) {
        self.code = code
        self.message = message
        self.offset = offset
    }

    /// One line for people.
    public var description: String {
        "\(message) at offset \(offset)"
    }
}
