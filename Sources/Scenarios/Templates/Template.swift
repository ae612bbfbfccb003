internal import HAL
package import Matching

/// A response template: text with expressions in braces, in the part of Handlebars that WireMock's users write.
///
/// ```text
/// template   = { text | "\{{" | comment | output | json | block }
/// comment    = "{{!" … "}}" | "{{!--" … "--}}"
/// output     = "{{" [ "&" ] call "}}" | "{{{" call "}}}"              ; nothing is escaped
/// json       = "{{=" call "}}"                                       ; the value as JSON
/// block      = "{{#" call [ names ] "}}" template { "{{else" [ call ] "}}" template } "{{/" head "}}"
///            | "{{^" call "}}" template "{{/" head "}}"
/// call       = head { argument } { key "=" argument }
/// head       = helper | path | literal | "(" call ")"
/// argument   = path | literal | "(" call ")"
/// names      = "as |" name { name } "|"
/// path       = [ "@" ] { "../" } ( "this" | "." | segment { ( "." | "/" ) segment } )
/// segment    = word | "[" any text "]"
/// literal    = "'" text "'" | '"' text '"' | number | "true" | "false" | "null"
/// ```
///
/// A backslash before a quote of a literal's own kind makes that quote part of the text. A `~` inside the braces drops
/// white space on that side. Unknown helpers, arguments and options, and invalid expressions and date formats in
/// quotes, are errors when the template is made.
package struct Template: Sendable {
    /// Of blocks and calls inside each other.
    static let maximumDepth = 64

    let nodes: [TemplateNode]

    /// Parses a template.
    ///
    /// - Throws: ``InvalidPattern`` with the place of the first error.
    package init(_ text: String) throws(InvalidPattern) {
        var parser = TemplateParser(text)
        nodes = try parser.parse()
    }

    /// Whether the text has expressions, or may have: cheaper than making a template.
    package static func isIn(_ text: String) -> Bool {
        var isAfterBrace = false
        for byte in text.utf8 {
            let isBrace = byte == UInt8(ascii: "{")
            if isBrace, isAfterBrace { return true }
            isAfterBrace = isBrace
        }
        return false
    }

    /// Renders the template for a model; `now` is in milliseconds since 1970.
    ///
    /// As in WireMock, errors in the data become `[ERROR: …]` in the text.
    /// - Throws: ``TemplateFailure`` if the allowance is used up.
    package func render(
        _ root: TemplateValue,
        now: Int64,
        machine: TemplateMachine = TemplateMachine(),
        allowance: inout TemplateAllowance,
        generator: inout any RandomNumberGenerator
    ) throws(TemplateFailure) -> String {
        var renderer = TemplateRenderer(
            root: root,
            now: now,
            machine: machine,
            allowance: allowance,
            generator: generator
        )
        defer {
            allowance = renderer.allowance
            generator = renderer.generator
        }
        try renderer.render(nodes)
        return renderer.output
    }
}

/// The limit that stopped rendering.
package struct TemplateFailure: Error, Sendable, Hashable {
    package let reason: String

    package init(reason: String) {
        self.reason = reason
    }
}

/// The parts of a response that are templates.
package struct ResponseTemplate: Sendable {
    /// WireMock's name of the transformer that makes a response a template.
    static let transformer = "response-template"

    /// A body file whose name is a template, and the only folder that it may be in.
    package struct BodyFile: Sendable {
        package let name: Template
        package let folder: BodyFolder
    }

    package var body: Template?
    /// In place of `body`, if the name of the body file is a template.
    package var bodyFile: BodyFile?
    /// By the index of the field.
    package var fields: [Int: Template] = [:]

    /// Whether no part has an expression, so that the response is always the same.
    var isEmpty: Bool { body == nil && bodyFile == nil && fields.isEmpty }
}

/// A part of a template.
indirect enum TemplateNode: Sendable {
    case text(String)
    case output(TemplateExpression)
    /// A value as JSON.
    case json(TemplateExpression)
    case block(TemplateBlock)
}

/// The content between `{{#…}}` and `{{/…}}`.
struct TemplateBlock: Sendable {
    let head: TemplateExpression
    /// The names of `as |…|`.
    let names: [String]
    var body: [TemplateNode]
    /// After `{{else}}`.
    var inverse: [TemplateNode] = []
}

/// An expression in braces.
indirect enum TemplateExpression: Sendable {
    case literal(JSONValue)
    case path(TemplatePath)
    case call(TemplateCall)
    /// A literal that was compiled when the template was made.
    case jsonPath(JSONPath)
    case regularExpression(RegularExpression)
    case datePattern(DatePattern)

    /// The text of a literal in quotes; nil for anything else.
    var literalText: String? {
        guard case .literal(.string(let text)) = self else { return nil }
        return text
    }
}

/// A helper with its arguments and options.
struct TemplateCall: Sendable {
    let helper: TemplateHelper
    var arguments: [TemplateExpression]
    var options: [String: TemplateExpression]

    /// The second argument, if it is a text in quotes.
    var secondLiteral: String? {
        arguments.count > 1 ? arguments[1].literalText : nil
    }
}

/// The way to a value in the model.
struct TemplatePath: Sendable, Hashable {
    /// The number of `../` before it.
    var parents = 0
    /// Whether it begins with `@`.
    var isData = false
    /// Empty for `this`.
    var segments: [String] = []
}
