extension YAMLDiagnosis {
    var textAfterValue: SyntaxProblem {
        closingBracket ?? at(mark, "unexpected text after the value", "quote the whole value")
    }

    /// Where a value should begin: the text has ended, or a character comes that begins none.
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
        return at(mark, "'\(scalar)' closes nothing that is open", "remove it, or quote the value")
    }

    /// A `{` in a plain value, as in `{ urlPath: /orders/{id} }`, or a bracket that is missing.
    func flow(_ what: String, closing: String) -> SyntaxProblem {
        if let word = lines.wordWithBracket(at: mark) {
            return at(mark, "'{' or '[' in a value that is not quoted", "quote the value: \(YAMLLines.quoted(word))")
        }
        let start = complaint.contextMark
        if let scalar = lines.scalar(at: mark), scalar == "]" || scalar == "}" {
            let place = "line \(start.line), column \(start.column)"
            return at(mark, "'\(scalar)' closes the \(what) that begins in \(place)", "write '\(closing)' before it")
        }
        guard mark.line > start.line || lines[mark.line].count < mark.column else {
            return at(mark, "expected ',' or '\(closing)' in this \(what)", "quote a value with ': ' or quotes in it")
        }
        return unclosed(what, start)
    }

    private func unclosed(_ what: String, _ start: Mark) -> SyntaxProblem {
        let closing = what == "list" ? "]" : "}"
        return at(start, "the \(what) that begins here is not closed", "is a ',' or '\(closing)' missing?")
    }
}
