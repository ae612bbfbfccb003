extension FormTemplate.Options {
    /// The choices in a JSON array of values or of objects; nil if the value is not an array.
    ///
    /// Elements without a value are left out.
    public func choices(in value: JSONValue) -> [FormTemplate.Choice]? {
        value.array.map { $0.compactMap(choice) }
    }

    /// The choices in the rows of a CSV text, RFC 4180, whose first row has the names of the columns.
    ///
    /// A text of one column without the name of the value has a choice in each row.
    public func choices(inCSV text: String) -> [FormTemplate.Choice] {
        let rows = CSVRows(text).rows
        guard let header = rows.first else { return [] }
        guard let value = header.firstIndex(of: valueField) else {
            return header.count == 1 ? rows.compactMap(\.first).map { FormTemplate.Choice(.string($0)) } : []
        }
        let prompt = header.firstIndex(of: promptField)
        return rows.dropFirst().compactMap { row in
            guard row.indices.contains(value) else { return nil }
            let label = prompt.flatMap { row.indices.contains($0) ? row[$0] : nil }
            return FormTemplate.Choice(.string(row[value]), prompt: label)
        }
    }

    private func choice(_ element: JSONValue) -> FormTemplate.Choice? {
        switch element {
        case .null, .array: return nil
        case .bool, .number, .string: return FormTemplate.Choice(element)
        case .object(let object):
            guard let value = object[valueField], value.formText != nil else { return nil }
            return FormTemplate.Choice(value, prompt: object[promptField]?.formText)
        }
    }
}

/// The rows of a CSV text, RFC 4180; a quote that is not closed ends with the text.
private struct CSVRows {
    private(set) var rows: [[String]] = []
    private var row: [String] = []
    private var field = String.UnicodeScalarView()
    private var isQuoted = false
    /// Whether the last scalar was a quote within quotes, which ends them unless another one follows.
    private var hasQuote = false

    init(_ text: String) {
        for scalar in text.unicodeScalars { read(scalar) }
        if !field.isEmpty || !row.isEmpty { endRow() }
    }

    private mutating func read(_ scalar: Unicode.Scalar) {
        switch scalar {
        case "\"" where hasQuote:
            field.append(scalar)
            hasQuote = false
        case "\"" where isQuoted: hasQuote = true
        case "\"" where field.isEmpty: isQuoted = true
        case _ where isQuoted && !hasQuote: field.append(scalar)
        case ",": endField()
        case "\n": endRow()
        case "\r", "\u{FEFF}": break
        case _: field.append(scalar)
        }
    }

    private mutating func endField() {
        row.append(String(field))
        field = String.UnicodeScalarView()
        (isQuoted, hasQuote) = (false, false)
    }

    private mutating func endRow() {
        endField()
        if row != [""] { rows.append(row) }
        row = []
    }
}
