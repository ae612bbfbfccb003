/// Explains what a YAML parser complains of: where the mistake is, and how to mend it.
///
/// libyaml says which token it did not expect; people want to know which line to change.
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

    private let complaint: Complaint
    private let lastQuoted: Span?
    private let lines: YAMLLines

    init(_ complaint: Complaint, lastQuoted: Span?, in bytes: [UInt8]) {
        self.complaint = complaint
        self.lastQuoted = lastQuoted
        lines = YAMLLines(bytes)
    }

    private var mark: Mark { complaint.mark }

    var problem: SyntaxProblem {
        tab ?? missingQuote ?? explained
            ?? SyntaxProblem(
                message: "invalid YAML: \(complaint.context.map { $0 + ": " } ?? "")\(complaint.problem)",
                mark: mark
            )
    }

    private var explained: SyntaxProblem? {
        switch complaint.problem {
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
            at(mark, "a list item cannot begin here", "write it in a line of its own, or quote a value with '- ' in it")
        case "mapping keys are not allowed in this context":
            at(mark, "'?' begins a key here", "quote the value")
        case "found unknown escape character", "did not find expected hexdecimal number": escape
        case "did not find expected <document start>":
            at(
                mark,
                "the document has ended before this line",
                "indent all keys at the top alike, and quote a text that is the whole document"
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
            "the quote that opens here is closed in line \(span.end.line) only",
            "is a closing quote missing in this line?"
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
        guard let before = lines.contentLine(before: mark.line) else { return nil }
        let column = lines.keyColumn(of: before)
        return at(
            lines.start(of: mark.line),
            "this key is indented deeper than the value in line \(before) allows",
            "indent it by \(YAMLLines.spaces(column - 1)), like the key there"
        )
    }

    private func indentation(_ what: String) -> SyntaxProblem {
        let start = complaint.contextMark
        return at(
            mark,
            "this line is indented by \(YAMLLines.spaces(mark.column - 1)), but the \(what) that begins in line "
                + "\(start.line) by \(YAMLLines.spaces(start.column - 1))",
            "indent it like them, or like the lines further out"
        )
    }

    private var textAfterValue: SyntaxProblem {
        at(mark, "unexpected text after the value", "quote the whole value")
    }

    /// A `{` in a plain value, as in `{ urlPath: /orders/{id} }`, or a bracket that is missing.
    private func flow(_ what: String, closing: String) -> SyntaxProblem {
        if let word = lines.wordWithBracket(at: mark) {
            return at(mark, "'{' or '[' in a value that is not quoted", "quote the value: \(YAMLLines.quoted(word))")
        }
        let start = complaint.contextMark
        guard mark.line > start.line || lines[mark.line].count < mark.column else {
            return at(mark, "expected ',' or '\(closing)' in this \(what)", "quote a value with ': ' or quotes in it")
        }
        return at(start, "the \(what) that begins here is not closed", "is a ',' or '\(closing)' missing?")
    }

    /// A character that has a meaning of its own, such as the `*` of `*/*`.
    private func reserved(at place: Mark, _ complaint: String) -> SyntaxProblem? {
        guard let scalar = lines.scalar(at: place) else { return nil }
        return at(place, "\(complaint) '\(scalar)'", "quote the value: \(YAMLLines.quoted(lines.value(at: place)))")
    }

    private var escape: SyntaxProblem {
        let text = lines.doubleQuoted(at: complaint.contextMark)
        let end = text.map { ": \(YAMLLines.quoted($0))" } ?? ""
        let escape = lines[mark.line].dropFirst(mark.column - 1).prefix(2)
        return at(
            mark,
            "'\(String(String.UnicodeScalarView(escape)))' is not an escape of YAML's double quotes",
            "use single quotes\(end)"
        )
    }

    private func at(_ mark: Mark, _ message: String, _ suggestion: String) -> SyntaxProblem {
        SyntaxProblem(message: message, mark: mark, suggestion: suggestion)
    }
}
