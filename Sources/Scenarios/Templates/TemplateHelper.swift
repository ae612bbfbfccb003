import Documents
import Matching

/// One helper of templates: its name, its arguments and its value.
///
/// The tables in `Helpers/` define all helpers, one entry each; ``all`` joins the tables.
final class TemplateHelper: Sendable {
    typealias Evaluation =
        @Sendable (TemplateCall, inout TemplateRenderer) throws(TemplateFailure) -> TemplateValue
    typealias Condition = @Sendable (TemplateCall, inout TemplateRenderer) throws(TemplateFailure) -> Bool
    typealias Rendering =
        @Sendable (TemplateCall, TemplateBlock, inout TemplateRenderer) throws(TemplateFailure) -> Void
    typealias Preparation = @Sendable (inout TemplateCall) throws(InvalidPattern) -> Void

    /// The use of the content of `{{#helper}} … {{/helper}}`.
    enum Block: Sendable {
        /// Renders the content as for a name: for each item of a list, in an object, or if the value is truthy.
        case section
        /// Renders the content, or the part after `{{else}}`.
        case condition(Condition)
        /// Passes the text of the content to the helper; returns the arguments with it.
        case content(@Sendable (TemplateExpression, [TemplateExpression]) -> [TemplateExpression])
        case custom(Rendering)

        /// The content is the only argument.
        static let onlyContent = Block.content { content, _ in [content] }
    }

    /// WireMock's name.
    let name: String
    let arguments: ClosedRange<Int>
    let options: Set<String>
    let block: Block
    /// Whether other template languages have the helper too, so that its name alone does not prove a template.
    let isCommon: Bool
    /// Compiles literals when the template is made.
    let prepare: Preparation
    let value: Evaluation

    init(
        _ name: String,
        arguments: ClosedRange<Int>,
        options: Set<String> = [],
        block: Block = .section,
        isCommon: Bool = false,
        prepare: @escaping Preparation = { _ in },
        value: @escaping Evaluation
    ) {
        self.name = name
        self.arguments = arguments
        self.options = options
        self.block = block
        self.isCommon = isCommon
        self.prepare = prepare
        self.value = value
    }

    /// All helpers, in the order of messages.
    static let all =
        conditions + dates + random + json + xml + lists + variables + text + handlebars
        + numbers + machine

    /// All helpers by name.
    static let named = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })

    /// Other helpers of WireMock: messages name them as unsupported, not as unknown.
    static let unsupported: Set<String> = [
        "arrayAdd", "arrayRemove", "formatJson", "formatXml", "jsonMerge", "jsonRemove", "jsonArrayAdd", "jsonSort",
        "include", "partial", "block",
    ]

    /// The error for an unknown helper.
    static func unknown(_ name: String, at offset: Int) -> InvalidPattern {
        guard !unsupported.contains(name) else {
            return InvalidPattern("the helper '\(name)' is not supported", at: offset)
        }
        let known = all.map(\.name)
        let suggestion = Spelling.suggestion(for: name, among: known) ?? "supported: " + known.joined(separator: ", ")
        return InvalidPattern("unknown helper '\(name.prefix(40))'; \(suggestion)", at: offset)
    }

    /// The call, with its literals compiled.
    ///
    /// - Throws: ``InvalidPattern`` if arguments are missing or too many, if an option is unknown, or if a literal is
    ///   invalid.
    func checked(
        _ arguments: [TemplateExpression],
        _ options: [String: TemplateExpression],
        at offset: Int
    ) throws(InvalidPattern) -> TemplateExpression {
        guard self.arguments.contains(arguments.count) else {
            let range = self.arguments
            let count = range.count == 1 ? "\(range.lowerBound)" : "\(range.lowerBound) to \(range.upperBound)"
            throw InvalidPattern("'\(name)' expects \(count) arguments, not \(arguments.count)", at: offset)
        }
        for option in options.keys.sorted() where !self.options.contains(option) {
            throw InvalidPattern("'\(name)' has no option '\(option)'", at: offset)
        }
        var call = TemplateCall(helper: self, arguments: arguments, options: options)
        do throws(InvalidPattern) {
            try prepare(&call)
        } catch {
            throw InvalidPattern("'\(name)': \(error.message)", at: offset)
        }
        return .call(call)
    }
}
