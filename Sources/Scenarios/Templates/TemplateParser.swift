import Matching

/// Parses a template into texts, outputs and blocks.
struct TemplateParser {
    private let scalars: [Unicode.Scalar]
    private var place = 0
    /// Whether the last tag drops the white space after it.
    private var dropsSpace = false

    init(_ text: String) {
        scalars = Array(text.unicodeScalars)
    }

    mutating func parse() throws(InvalidPattern) -> [TemplateNode] {
        let (nodes, end) = try nodes(depth: 0)
        guard let end else { return nodes }
        let problem =
            end.kind == .close
            ? "'{{/\(end.name)}}' has no matching '{{#\(end.name)}}'" : "'{{else}}' is outside a block"
        throw InvalidPattern(problem, at: end.start)
    }

    /// The nodes up to a tag that ends them, or up to the end of the text.
    private mutating func nodes(depth: Int) throws(InvalidPattern) -> ([TemplateNode], TemplateTag?) {
        guard depth <= Template.maximumDepth else {
            throw InvalidPattern("has more than \(Template.maximumDepth) nested blocks", at: place)
        }
        var nodes: [TemplateNode] = []
        while true {
            var text = takeText()[...]
            if dropsSpace { text = text.drop { $0.properties.isWhitespace } }
            let tag = try takeTag()
            if tag?.dropsSpaceBefore == true {
                while text.last?.properties.isWhitespace == true { text.removeLast() }
            }
            if !text.isEmpty { nodes.append(.text(String(String.UnicodeScalarView(text)))) }
            guard let tag else { return (nodes, nil) }
            dropsSpace = tag.dropsSpaceAfter
            switch tag.kind {
            case .comment: break
            case .output: if let head = tag.head { nodes.append(.output(head)) }
            case .json: if let head = tag.head { nodes.append(.json(head)) }
            case .open, .openInverse: nodes.append(.block(try block(tag, name: tag.name, depth: depth + 1)))
            case .close, .otherwise: return (nodes, tag)
            }
        }
    }

    /// The rest of a block after its first tag; `{{else if x}}` begins a block that ends with this one.
    private mutating func block(
        _ opening: TemplateTag,
        name: String,
        depth: Int
    ) throws(InvalidPattern) -> TemplateBlock {
        var (body, end) = try nodes(depth: depth)
        var inverse: [TemplateNode] = []
        if let tag = end, tag.kind == .otherwise, tag.head != nil {
            inverse = [.block(try block(tag, name: name, depth: depth + 1))]
            return assembled(opening, body, inverse)
        }
        if let tag = end, tag.kind == .otherwise { (inverse, end) = try nodes(depth: depth) }
        guard let end else { throw InvalidPattern("'{{#\(name)}}' is not closed", at: opening.start) }
        guard end.kind == .close, end.name == name else {
            throw InvalidPattern("expected '{{/\(name)}}'", at: end.start)
        }
        return assembled(opening, body, inverse)
    }

    private func assembled(
        _ tag: TemplateTag,
        _ body: [TemplateNode],
        _ inverse: [TemplateNode]
    ) -> TemplateBlock {
        let head = tag.head ?? .path(TemplatePath())
        guard tag.kind == .openInverse else {
            return TemplateBlock(head: head, names: tag.names, body: body, inverse: inverse)
        }
        return TemplateBlock(head: head, names: tag.names, body: inverse, inverse: body)
    }

    /// The text before the next tag; `\{{` means braces.
    private mutating func takeText() -> [Unicode.Scalar] {
        var text: [Unicode.Scalar] = []
        while place < scalars.count {
            if scalars[place] == "\\", begins("{{", at: place + 1) {
                text += ["{", "{"]
                place += 3
            } else if begins("{{", at: place) {
                break
            } else {
                text.append(scalars[place])
                place += 1
            }
        }
        return text
    }

    private mutating func takeTag() throws(InvalidPattern) -> TemplateTag? {
        guard place < scalars.count else { return nil }
        let start = place
        guard !begins("{{{{", at: start) else { throw InvalidPattern("raw blocks are not supported", at: start) }
        let braces = begins("{{{", at: start) ? 3 : 2
        let from = start + braces
        let isLong = begins("!--", at: from) || begins("~!--", at: from)
        let isComment = isLong || begins("!", at: from) || begins("~!", at: from)
        guard let end = end(of: from, braces: braces, isComment: isComment, isLong: isLong) else {
            throw InvalidPattern("'{{' is not closed", at: start)
        }
        place = end + braces
        return try TemplateTag(scalars[from..<end], start: start, isComment: isComment)
    }

    /// The place of the closing braces; those in quotes do not count.
    private func end(of from: Int, braces: Int, isComment: Bool, isLong: Bool) -> Int? {
        var quote: Unicode.Scalar?
        let closing = String(repeating: "}", count: braces)
        for index in from..<max(from, scalars.count) {
            let scalar = scalars[index]
            if isComment {
                if begins(closing, at: index), !isLong || ends("--", before: index) { return index }
            } else if let open = quote {
                if scalar == open, scalars[index - 1] != "\\" { quote = nil }
            } else if scalar == "'" || scalar == "\"" {
                quote = scalar
            } else if begins(closing, at: index) {
                return index
            }
        }
        return nil
    }

    private func begins(_ text: String, at index: Int) -> Bool {
        scalars.dropFirst(index).starts(with: text.unicodeScalars)
    }

    private func ends(_ text: String, before index: Int) -> Bool {
        let start = index - text.unicodeScalars.count
        return begins(text, at: max(0, start))
            || (start > 0 && scalars[index - 1] == "~" && begins(text, at: start - 1))
    }
}

/// The content of a pair of braces.
struct TemplateTag {
    enum Kind {
        case comment
        case output
        /// `{{= …}}`
        case json
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
    /// The place of its first brace.
    let start: Int
    /// Its first word: a helper or a path.
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
        case .output, .json, .open, .openInverse:
            guard !parser.isAtEnd else { throw InvalidPattern("the tag is empty", at: start) }
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
        case "=": return (.json, trimmed.dropFirst())
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
