/// Explains an error of the YAML parser: the place of the mistake, and how to correct it.
///
/// libyaml names the token that it did not expect; a message should name the line to change.
struct YAMLDiagnosis {
    /// From the first character to the one after the last.
    struct Span {
        let start: Mark
        let end: Mark
    }

    /// libyaml's words, and the two places that belong to them.
    struct Complaint {
        let problem: String
        let mark: Mark
        let context: String?
        let contextMark: Mark
    }

    /// A bracket that is not closed yet.
    struct OpenBracket {
        let mark: Mark
        let isObject: Bool
    }

    let complaint: Complaint
    let lines: YAMLLines
    /// The innermost bracket that is open where the parser stopped.
    let openBracket: OpenBracket?

    private let lastQuoted: Span?

    init(_ complaint: Complaint, lastQuoted: Span?, openBracket: OpenBracket? = nil, in bytes: [UInt8]) {
        self.complaint = complaint
        self.lastQuoted = lastQuoted
        self.openBracket = openBracket
        lines = YAMLLines(bytes)
    }

    var mark: Mark { complaint.mark }

    var problem: SyntaxProblem {
        tab ?? missingQuote ?? directive ?? explained ?? tag ?? blockHeader
            ?? at(
                mark,
                "invalid YAML: \(complaint.problem)",
                "check the quotes, the brackets and the indentation of this line"
            )
    }

    private var explained: SyntaxProblem? {
        switch complaint.problem {
        case "did not find expected node content": missingValue
        case "mapping values are not allowed in this context": colon
        case "did not find expected key": lines.isFirst(mark) ? indentation("keys of the object") : textAfterValue
        case "did not find expected '-' indicator": indentation("items of the list")
        case "did not find expected ',' or '}'": flow("object", closing: "}")
        case "did not find expected ',' or ']'": flow("list", closing: "]")
        case "could not find expected ':'":
            at(complaint.contextMark, "a key without ':'", "write 'key: value', or quote the text if it is a value")
        case "found character that cannot start any token": reserved(at: mark, "a value cannot begin with")
        case "did not find expected alphabetic or numeric character":
            reserved(at: complaint.contextMark, "an alias or an anchor begins with")
        case "block sequence entries are not allowed in this context":
            at(mark, "a list item cannot begin here", "write it on its own line, or quote a value that contains '- '")
        case "mapping keys are not allowed in this context":
            at(mark, "'?' begins a key here", "quote the value")
        case "found unknown escape character": escape(at: mark)
        case "did not find expected hexdecimal number", "found invalid Unicode character escape code": codeEscape
        case "found unexpected ':'": at(mark, "':' in a value that is not quoted", "quote the value")
        case "did not find expected <document start>":
            at(
                mark,
                "the document has ended before this line",
                "indent all top-level keys alike, and quote a text that is the whole document"
            )
        case _: nil
        }
    }

    private var tab: SyntaxProblem? {
        let blank = lines[mark.line].prefix { $0 == " " || $0 == "\t" }
        guard let tab = blank.firstIndex(of: "\t"), mark.column <= blank.count + 1 else { return nil }
        return at(Mark(line: mark.line, column: tab + 1), "a tab; YAML indents with spaces", "replace it with spaces")
    }

    private var missingQuote: SyntaxProblem? {
        if complaint.context == "while scanning a quoted scalar" {
            return at(complaint.contextMark, "the quote that opens here is never closed", "add the closing quote")
        }
        guard let span = lastQuoted, span.end.line > span.start.line, span.end.line == mark.line,
            lines.isBlank(from: span.end, to: mark)
        else { return nil }
        return at(
            span.start,
            "the quote that opens here is closed only on line \(span.end.line)",
            "is a closing quote missing on this line?"
        )
    }

    /// Either `name: a: b`, or a key that is indented deeper than a value before it.
    private var colon: SyntaxProblem? {
        if let value = lines.value(before: mark) {
            return at(
                mark,
                "': ' in a value that is not quoted",
                "quote the value: \(YAMLLines.quoted(value))"
            )
        }
        guard mark.column <= YAMLLines.longestKey else {
            return at(
                lines.start(of: mark.line),
                "a key can have at most \(YAMLLines.longestKey) characters",
                "shorten it, or quote the text if it is a value"
            )
        }
        guard let before = lines.contentLine(before: mark.line) else {
            return at(mark, "no key precedes this ':' on its line", "quote the value, or write its key on one line")
        }
        if let line = lines.lineWithoutColon(before) {
            let key = Mark(line: line, column: lines.keyColumn(of: line))
            let words = lines.value(at: key).split(separator: " ", maxSplits: 1)
            let pair = words.count == 2 ? "\(words[0]): \(words[1])" : "key: value"
            return at(key, "a key without ':'", "write '\(pair)'")
        }
        let column = lines.keyColumn(of: lines.keyLine(upTo: before))
        return at(
            lines.start(of: mark.line),
            "this key is indented deeper than the value on line \(lines.keyLine(upTo: before)) allows",
            "indent it by \(YAMLLines.spaces(column - 1)), like the key there"
        )
    }

    private func indentation(_ what: String) -> SyntaxProblem {
        let start = complaint.contextMark
        if let bracket = closingBracket { return bracket }
        guard mark.column != start.column else {
            let isItem = lines.scalar(at: mark) == "-"
            return at(
                mark,
                "\(isItem ? "a list item" : "a key") among the \(what) that begins on line \(start.line)",
                isItem ? "write the key of the list before it" : "begin the item with '- ', or indent the key"
            )
        }
        return at(
            mark,
            "this line is indented by \(YAMLLines.spaces(mark.column - 1)), but the \(what) that begins on line "
                + "\(start.line) by \(YAMLLines.spaces(start.column - 1))",
            "indent it like them, or like those of an enclosing level"
        )
    }

    func at(_ mark: Mark, _ message: String, _ suggestion: String) -> SyntaxProblem {
        SyntaxProblem(message: message, mark: mark, suggestion: suggestion)
    }
}

extension YAMLDiagnosis {
    var textAfterValue: SyntaxProblem {
        closingBracket ?? at(mark, "unexpected text after the value", "quote the whole value")
    }

    /// A missing value: the text ends, or the next character cannot begin a value.
    var missingValue: SyntaxProblem {
        if let openBracket, lines.isEnd(mark) {
            return unclosed(openBracket.isObject ? "object" : "list", openBracket.mark)
        }
        if let bracket = closingBracket { return bracket }
        guard let scalar = lines.scalar(at: mark) else {
            return at(mark, "a value is missing here", "write one, or ''")
        }
        return at(mark, "a value is missing before '\(scalar)'", "write one, or remove the '\(scalar)'")
    }

    /// A bracket that closes nothing; nil: another character is there.
    var closingBracket: SyntaxProblem? {
        guard let scalar = lines.scalar(at: mark), scalar == "]" || scalar == "}" else { return nil }
        return at(mark, "unmatched '\(scalar)'", "remove it, or quote the value")
    }

    /// A `{` in a plain value, as in `{ urlPath: /orders/{id} }`, or a bracket that is missing.
    func flow(_ what: String, closing: String) -> SyntaxProblem {
        if let word = lines.wordWithBracket(at: mark) {
            return at(mark, "'{' or '[' in a value that is not quoted", "quote the value: \(YAMLLines.quoted(word))")
        }
        let start = complaint.contextMark
        if let scalar = lines.scalar(at: mark), scalar == "]" || scalar == "}" {
            let place = "on line \(start.line), column \(start.column)"
            return at(mark, "'\(scalar)' closes the \(what) that begins \(place)", "write '\(closing)' before it")
        }
        guard mark.line > start.line || lines[mark.line].count < mark.column else {
            return at(
                mark,
                "expected ',' or '\(closing)' in this \(what)",
                "quote a value that contains ': ' or quotes"
            )
        }
        return unclosed(what, start)
    }

    private func unclosed(_ what: String, _ start: Mark) -> SyntaxProblem {
        let closing = what == "list" ? "]" : "}"
        return at(start, "the \(what) that begins here is not closed", "is a ',' or '\(closing)' missing?")
    }
}

extension YAMLDiagnosis {
    private static let unreadable: Set<String> = [
        "found duplicate %YAML directive", "found duplicate %TAG directive", "found incompatible YAML document",
    ]

    /// A directive, a line that begins with `%`, which scenario files do not need.
    var directive: SyntaxProblem? {
        if complaint.problem == "did not find expected <document start>", lines.hasDirective(before: mark) {
            return at(
                lines.start(of: mark.line),
                "'---' is missing before this line",
                "write it on its own line, or remove the lines that begin with '%'"
            )
        }
        let isInside = complaint.context?.hasSuffix(" directive") == true
        guard isInside || Self.unreadable.contains(complaint.problem) else { return nil }
        let line = isInside ? complaint.contextMark.line : mark.line
        return at(Mark(line: line, column: 1), "'%' begins a directive, and this one is invalid", "remove the line")
    }
}

extension YAMLDiagnosis {
    /// A character that has a meaning of its own, such as the `*` of `*/*`.
    func reserved(at place: Mark, _ complaint: String) -> SyntaxProblem? {
        guard let scalar = lines.scalar(at: place) else { return nil }
        return at(place, "\(complaint) '\(scalar)'", "quote the value: \(YAMLLines.quoted(lines.value(at: place)))")
    }

    func escape(at place: Mark) -> SyntaxProblem {
        let text = lines.doubleQuoted(at: complaint.contextMark)
        let end = text.map { ": \(YAMLLines.quoted($0))" } ?? ""
        let escape = lines[place.line].dropFirst(place.column - 1).prefix(2)
        return at(
            place,
            "'\(String(String.UnicodeScalarView(escape)))' is not a valid escape in double quotes",
            "use single quotes\(end)"
        )
    }

    /// `\x`, `\u` or `\U` with digits that are too few, or that no character has.
    var codeEscape: SyntaxProblem {
        let scalars = lines[mark.line]
        guard let start = scalars.prefix(mark.column).lastIndex(of: "\\"), start + 1 < scalars.count,
            let length = ["x": 2, "u": 4, "U": 8][scalars[start + 1]]
        else { return escape(at: mark) }
        let place = Mark(line: mark.line, column: start + 1)
        let digits = scalars[(start + 2)...].prefix { $0.properties.isASCIIHexDigit }.prefix(length)
        let escape = String(String.UnicodeScalarView(scalars[start...(start + 1)] + digits))
        guard digits.count == length else {
            return at(
                place,
                "'\(escape)' needs \(length) hexadecimal digits",
                "complete them, or use single quotes for a text that contains a backslash"
            )
        }
        return at(place, "'\(escape)' is not a valid character code", "write the character itself")
    }

    /// A tag that cannot be read; no other one than those of the core schema has a meaning here.
    var tag: SyntaxProblem? {
        let isTag = complaint.context?.hasSuffix("a tag") == true || complaint.problem == "found undefined tag handle"
        guard isTag else { return nil }
        return at(
            complaint.contextMark,
            "'!' begins a tag, which has no meaning here",
            "quote the value, or remove the tag"
        )
    }

    /// Text behind `|` or `>` in its line that is not a header of a block scalar.
    var blockHeader: SyntaxProblem? {
        guard complaint.context == "while scanning a block scalar" else { return nil }
        return at(
            mark,
            "only '-', '+' or the number of spaces (1 to 9) may follow '|' or '>'",
            "begin the text on the next line, or quote the value"
        )
    }
}
