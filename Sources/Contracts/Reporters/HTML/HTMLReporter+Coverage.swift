import HAL
import Scenarios

extension HTMLReporter {
    /// The table outcome × method: a deeper green for more steps, red where one failed, hatched where no step expects it.
    var coverage: String {
        let table = CoverageTable(report)
        let head = table.methods.map { "<th scope=\"col\">\($0.html)</th>" }.joined()
        let rows = table.rows.map { row in
            let hint = OutcomeKind(rawValue: row.outcome)?.hint ?? ""
            let cells = zip(table.methods, row.cells).map { Self.cell($1, "\(row.outcome), \($0)") }.joined()
            return "<tr><th scope=\"row\">\(Self.breakable(row.outcome)) <small>\(hint)</small></th>\(cells)</tr>"
        }
        return """
            <section>
            <h2>Coverage</h2>
            <div class="scroll">
            <table class="coverage">
            <thead><tr><td></td>\(head)</tr></thead>
            <tbody>
            \(rows.joined(separator: "\n"))
            </tbody>
            </table>
            </div>
            <p class="legend"><span><b class="cell heat2">12</b> steps, all passed</span>
            <span><b class="cell missed" style="--share: 83%">✗ 10/12</b> some failed; 10 reached this outcome</span> \
            <span><b class="cell none">·</b> no step expects it</span></p>
            </section>
            """
    }

    private static func cell(_ cell: CoverageTable.Cell, _ place: String) -> String {
        let title = "\(place): \(cell.reached) reached" + (cell.failed > 0 ? ", \(cell.failed) failed" : "")
        guard cell.failed > 0 else { return "<td class=\"\(cell.look)\" title=\"\(title.html)\">\(cell.text)</td>" }
        let share = cell.reached * 100 / (cell.reached + cell.missed)
        return
            "<td class=\"missed\" style=\"--share: \(share)%\" title=\"\(title.html)\">✗ \(cell.text.replacing("/", with: "/<wbr>"))</td>"
    }

    /// Returns the name with line-break opportunities for narrow columns.
    private static func breakable(_ name: String) -> String {
        name.reduce(into: "") { $0 += ($1.isUppercase ? "<wbr>" : "") + String($1).html }
    }
}

extension CoverageTable.Cell {
    /// The class in the style sheet.
    fileprivate var look: String {
        switch reached {
        case 0: return "none"
        case 1..<5: return "heat1"
        case 5..<50: return "heat2"
        case 50..<500: return "heat3"
        default: return "heat4"
        }
    }
}

extension OutcomeKind {
    /// The responses with this outcome.
    fileprivate var hint: String {
        switch self {
        case .success: "2xx"
        case .redirection: "3xx"
        case .authenticationRequired: "401"
        case .conflict: "409"
        case .clientError: "4xx"
        case .serverUnavailable: "503"
        case .serverError: "5xx"
        case .connectionFailure: "no response"
        case .undecodable: "unreadable"
        }
    }
}
