/// A response template: text with expressions in braces, in the part of Handlebars that WireMock's users write.
///
/// ```text
/// template   = { text | "\{{" | comment | output | block }
/// comment    = "{{!" … "}}" | "{{!--" … "--}}"
/// output     = "{{" [ "&" ] call "}}" | "{{{" call "}}}"              ; nothing is escaped
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
/// A backslash before a quote of a literal's own kind makes that quote part of the text. A `~` inside of the braces drops white space on that side. A helper that is not known, that has too few arguments or an
/// option that it does not take, and a wrong expression or date form in quotes are errors when the template is made.
package struct Template: Sendable {
    /// Blocks and calls inside each other.
    static let maximumDepth = 64

    let nodes: [TemplateNode]

    /// - Throws: ``InvalidPattern`` with the place of the first thing that is wrong.
    package init(_ text: String) throws(InvalidPattern) {
        var parser = TemplateParser(text)
        nodes = try parser.parse()
    }

    /// Whether the text may be something else than itself: cheaper than making a template.
    package static func isIn(_ text: String) -> Bool {
        var isAfterBrace = false
        for byte in text.utf8 {
            let isBrace = byte == UInt8(ascii: "{")
            if isBrace, isAfterBrace { return true }
            isAfterBrace = isBrace
        }
        return false
    }

    /// The text for a model; `now` is in milliseconds since 1970.
    ///
    /// What is wrong with the data stands in the text as `[ERROR: …]`, as in WireMock.
    /// - Throws: ``TemplateFailure`` when a limit is passed.
    package func render(
        _ root: TemplateValue,
        now: Int64,
        allowance: inout TemplateAllowance,
        generator: inout any RandomNumberGenerator
    ) throws(TemplateFailure) -> String {
        var renderer = TemplateRenderer(root: root, now: now, allowance: allowance, generator: generator)
        defer {
            allowance = renderer.allowance
            generator = renderer.generator
        }
        try renderer.render(nodes)
        return renderer.output
    }
}

/// Why a template gave no text.
package struct TemplateFailure: Error, Sendable, Hashable {
    package let reason: String
}
