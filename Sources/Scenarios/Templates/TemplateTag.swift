/// What stands between a pair of braces.
struct TemplateTag {
    enum Kind {
        case comment
        case output
        /// `{{#…}}`
        case open
        /// `{{^…}}`
        case openInverse
        /// `{{/…}}`
        case close
        /// `{{else}}`, `{{else if …}}` or `{{^}}`
        case otherwise
    }

    let kind: Kind
    /// Where its braces begin.
    let start: Int
    /// The helper or path that it begins with.
    var name = ""
    var head: TemplateExpression?
    var names: [String] = []
    var dropsSpaceBefore = false
    var dropsSpaceAfter = false

    init(_ content: ArraySlice<Unicode.Scalar>, start: Int, isComment: Bool) throws(InvalidPattern) {
        self.start = start
        var content = content
        if content.first == "~" {
            dropsSpaceBefore = true
            content = content.dropFirst()
        }
        if content.last == "~" {
            dropsSpaceAfter = true
            content = content.dropLast()
        }
        guard !isComment else {
            kind = .comment
            return
        }
        (kind, content) = try Self.kind(of: content, start)
        var parser = TemplateTagParser(content)
        switch kind {
        case .comment: break
        case .close: name = parser.rest
        case .otherwise:
            if !parser.isAtEnd { (name, head, names) = try parser.tag() }
        case .output, .open, .openInverse:
            guard !parser.isAtEnd else { throw InvalidPattern("there is nothing between the braces", at: start) }
            (name, head, names) = try parser.tag()
        }
    }

    private static func kind(
        of content: ArraySlice<Unicode.Scalar>,
        _ start: Int
    ) throws(InvalidPattern) -> (Kind, ArraySlice<Unicode.Scalar>) {
        let trimmed = content.drop { $0.properties.isWhitespace }
        switch trimmed.first {
        case "#": return (.open, trimmed.dropFirst())
        case "/": return (.close, trimmed.dropFirst())
        case "&": return (.output, trimmed.dropFirst())
        case ">": throw InvalidPattern("partials are not supported", at: start)
        case "*": throw InvalidPattern("decorators are not supported", at: start)
        case "^":
            let rest = trimmed.dropFirst()
            return (rest.allSatisfy(\.properties.isWhitespace) ? .otherwise : .openInverse, rest)
        case _: break
        }
        let word = trimmed.prefix { !$0.properties.isWhitespace }
        guard word.elementsEqual("else".unicodeScalars) else { return (.output, trimmed) }
        return (.otherwise, trimmed.dropFirst(word.count))
    }
}
