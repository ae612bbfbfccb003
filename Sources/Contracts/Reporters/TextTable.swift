/// A table of text: the first column flush left, the others flush right.
struct TextTable {
    private let rows: [[String]]

    init(_ header: [String], _ rows: [[String]]) {
        self.rows = [header] + rows
    }

    /// A line for each row.
    var text: String {
        let columns = rows.map(\.count).max() ?? 0
        let widths = (0..<columns).map { column in
            rows.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0
        }
        return rows.map { row in
            let cells = row.enumerated().map { column, cell in
                let blank = String(repeating: " ", count: widths[column] - cell.count)
                return column == 0 ? cell + blank : blank + cell
            }
            return cells.joined(separator: "  ") + "\n"
        }.joined()
    }
}
