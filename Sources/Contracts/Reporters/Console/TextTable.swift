/// A table of text: the first column flush left, the others flush right.
struct TextTable {
    private let rows: [[String]]

    init(_ header: [String], _ rows: [[String]]) {
        self.rows = [header] + rows
    }

    /// A line for each row.
    var text: String { text { _, _, cell in cell } }

    /// A line for each row, each cell as `styled` gives it for its row and column; the header is row 0.
    ///
    /// What `styled` adds must take no room.
    func text(styled: (_ row: Int, _ column: Int, _ cell: String) -> String) -> String {
        let columns = rows.map(\.count).max() ?? 0
        let widths = (0..<columns).map { column in
            rows.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0
        }
        return rows.enumerated().map { number, row in
            let cells = row.enumerated().map { column, cell in
                let blank = String(repeating: " ", count: widths[column] - cell.count)
                let shown = styled(number, column, cell)
                return column == 0 ? shown + blank : blank + shown
            }
            return cells.joined(separator: "  ") + "\n"
        }.joined()
    }
}
