extension YAMLDiagnosis {
    private static let unreadable: Set<String> = [
        "found duplicate %YAML directive", "found duplicate %TAG directive", "found incompatible YAML document",
    ]

    /// A line that begins with `%`: scenario files need none of what such lines say.
    var directive: SyntaxProblem? {
        if complaint.problem == "did not find expected <document start>", lines.hasDirective(before: mark) {
            return at(
                lines.start(of: mark.line),
                "'---' is missing before this line",
                "write it in a line of its own, or remove the lines that begin with '%'"
            )
        }
        let isInside = complaint.context?.hasSuffix(" directive") == true
        guard isInside || Self.unreadable.contains(complaint.problem) else { return nil }
        let line = isInside ? complaint.contextMark.line : mark.line
        return at(Mark(line: line, column: 1), "'%' begins a directive, and this one is not valid", "remove the line")
    }
}
