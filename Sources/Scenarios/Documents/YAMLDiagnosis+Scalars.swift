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
            "'\(String(String.UnicodeScalarView(escape)))' is not an escape of YAML's double quotes",
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
                "complete them, or use single quotes for a text with a backslash"
            )
        }
        return at(place, "'\(escape)' is not the code of a character", "write the character itself")
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
            "begin the text in the next line, or quote the value"
        )
    }
}
