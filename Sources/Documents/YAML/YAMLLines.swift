/// The lines of a file that is not valid YAML, as text.
struct YAMLLines {
    /// More characters before a `:` are not a key any more.
    static let longestKey = 1024

    private let file: SourceFile

    init(_ bytes: [UInt8]) {
        file = SourceFile(path: "", bytes: bytes)
    }

    /// The characters of a line (from 1); empty if the file has no such line.
    subscript(_ line: Int) -> [Unicode.Scalar] {
        file.line(line).map { Array($0.unicodeScalars) } ?? []
    }

    func scalar(at mark: Mark) -> Unicode.Scalar? {
        self[mark.line].dropFirst(mark.column - 1).first
    }

    /// The place at which the text of a line begins.
    func start(of line: Int) -> Mark {
        Mark(line: line, column: self[line].prefix { $0 == " " }.count + 1)
    }

    /// Whether only spaces precede the place.
    func isFirst(_ mark: Mark) -> Bool {
        start(of: mark.line).column >= mark.column
    }

    /// Whether only spaces separate two places of one line.
    func isBlank(from start: Mark, to end: Mark) -> Bool {
        guard start.column <= end.column else { return false }
        return self[end.line].prefix(end.column - 1).dropFirst(start.column - 1).allSatisfy { $0 == " " }
    }

    /// The nearest earlier line that is neither empty nor a comment.
    func contentLine(before line: Int) -> Int? {
        (1..<max(line, 1)).last { number in
            let first = self[number].first { $0 != " " && $0 != "\t" }
            return first != nil && first != "#"
        }
    }

    /// The nearest line up to this one that has a key; this line if no line has one.
    func keyLine(upTo line: Int) -> Int {
        var candidate = line
        while !hasKey(candidate), let before = contentLine(before: candidate) { candidate = before }
        return hasKey(candidate) ? candidate : line
    }

    /// The line, if it is neither `key: value` nor the continuation of a value.
    func lineWithoutColon(_ line: Int) -> Int? {
        guard !hasKey(line) else { return nil }
        guard let before = contentLine(before: line) else { return line }
        let isContinued = hasKey(before) && self[before].last { $0 != " " } != ":"
        return isContinued && start(of: line).column > keyColumn(of: before) ? nil : line
    }

    /// Whether the text has ended before the place, but for comments.
    func isEnd(_ mark: Mark) -> Bool {
        let rest = self[mark.line].dropFirst(mark.column - 1).first { $0 != " " && $0 != "\t" }
        return (rest == nil || rest == "#") && file.line(mark.line + 1) == nil
    }

    /// Whether a line above, or this one, begins with `%`.
    func hasDirective(before mark: Mark) -> Bool {
        (1...max(mark.line, 1)).contains { self[$0].first == "%" }
    }

    private func hasKey(_ line: Int) -> Bool {
        let scalars = self[line]
        return scalars.indices.contains {
            scalars[$0] == ":" && ($0 + 1 == scalars.count || scalars[$0 + 1] == " " || scalars[$0 + 1] == "\t")
        }
    }

    /// The column of a line's key, behind the dashes of list items.
    func keyColumn(of line: Int) -> Int {
        let scalars = self[line]
        let blank = scalars.prefix { $0 == " " }.count
        var column = blank
        while column + 1 < scalars.count, scalars[column] == "-", scalars[column + 1] == " " {
            column += 1 + scalars[(column + 1)...].prefix { $0 == " " }.count
        }
        return column + 1
    }

    /// The value of a key in the same line before the place; nil if there is no such key.
    func value(before mark: Mark) -> String? {
        let scalars = self[mark.line]
        let before = Array(scalars.prefix(mark.column - 1))
        guard let colon = before.indices.first(where: { before[$0] == ":" && before[$0...].dropFirst().first == " " })
        else { return nil }
        return value(at: Mark(line: mark.line, column: colon + 2))
    }

    /// The value that begins at the place, to the end of its line, or of its part of a flow collection.
    func value(at mark: Mark) -> String {
        let scalars = self[mark.line]
        let before = scalars.prefix(mark.column - 1)
        let isInFlow = Self.depth(of: before) > 0
        var value = Array(scalars.dropFirst(mark.column - 1))
        if isInFlow { value = Array(value.prefix { !",}]".unicodeScalars.contains($0) }) }
        if let comment = value.indices.dropFirst().first(where: { value[$0] == "#" && value[$0 - 1] == " " }) {
            value = Array(value[..<comment])
        }
        return Self.trimmed(value)
    }

    /// The word around a bracket inside a plain value; nil if the place is not such a bracket.
    func wordWithBracket(at mark: Mark) -> String? {
        let scalars = self[mark.line]
        let place = mark.column - 1
        guard place > 0, place < scalars.count, "{[".unicodeScalars.contains(scalars[place]) else { return nil }
        let isEnd: (Unicode.Scalar) -> Bool = { " ,".unicodeScalars.contains($0) }
        let before = scalars[..<place].reversed().prefix { !isEnd($0) }
        guard !before.isEmpty else { return nil }
        let after = scalars[place...].prefix { !isEnd($0) }
        var word = Array(before.reversed()) + after
        // The bracket that closes the whole collection.
        while let last = word.last, "}]".unicodeScalars.contains(last), Self.depth(of: word) < 0 { word.removeLast() }
        return Self.trimmed(word)
    }

    /// The text in the double quotes that open at the place; nil if single quotes would change its meaning.
    func doubleQuoted(at mark: Mark) -> String? {
        let rest = self[mark.line].dropFirst(mark.column - 1)
        guard rest.first == "\"" else { return nil }
        let text = rest.dropFirst().prefix { $0 != "\"" }
        guard text.endIndex < rest.endIndex, text.last != "\\" else { return nil }
        return String(String.UnicodeScalarView(text))
    }

    /// The text in single quotes, as YAML wants it.
    static func quoted(_ text: String) -> String {
        "'\(text.replacing("'", with: "''"))'"
    }

    /// For example `1 space`.
    static func spaces(_ count: Int) -> String {
        "\(count) space\(count == 1 ? "" : "s")"
    }

    /// The number of brackets that are open at the end; negative if more are closed than opened.
    private static func depth(of scalars: some Sequence<Unicode.Scalar>) -> Int {
        scalars.reduce(0) { depth, scalar in
            switch scalar {
            case "{", "[": depth + 1
            case "}", "]": depth - 1
            default: depth
            }
        }
    }

    private static func trimmed(_ scalars: [Unicode.Scalar]) -> String {
        let start = scalars.drop { $0 == " " }
        let length = start.reversed().drop { $0 == " " }.count
        return String(String.UnicodeScalarView(start.prefix(length)))
    }
}
