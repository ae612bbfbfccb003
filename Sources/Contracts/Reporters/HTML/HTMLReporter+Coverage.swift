import HAL
import Scenarios

extension HTMLReporter {
    /// The table outcome × method: a deeper green for more steps, red where one failed, hatched where no step expects it.
    var coverage: String {
        let table = CoverageTable(report)
        let head = table.methods.map { "<th scope=\"col\">\($0.html)</th>" }.joined()
        let numbers = numbers
        let rows = table.rows.enumerated().map { line, row in
            let hint = OutcomeKind(rawValue: row.outcome)?.hint ?? ""
            let cells = row.cells.enumerated().map { column, cell in
                let pair = Pair(outcome: row.outcome, method: table.methods[column])
                let target = Self.target(numbers[pair], "cell-\(line)-\(column)")
                return Self.cell(cell, "\(pair.outcome), \(pair.method)", target)
            }
            return
                "<tr><th scope=\"row\">\(Self.breakable(row.outcome)) <small>\(hint)</small></th>\(cells.joined())</tr>"
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
            \(lists(table, numbers))</section>
            """
    }

    private static func cell(_ cell: CoverageTable.Cell, _ place: String, _ target: String?) -> String {
        let title = "\(place): \(cell.reached) reached" + (cell.failed > 0 ? ", \(cell.failed) failed" : "")
        guard cell.failed > 0 else { return "<td class=\"\(cell.look)\" title=\"\(title.html)\">\(cell.text)</td>" }
        let share = cell.reached * 100 / (cell.reached + cell.missed)
        let text = "✗ \(cell.text.replacing("/", with: "/<wbr>"))"
        let link = target.map { "<a href=\"#\($0)\" aria-label=\"\(title.html)\">\(text)</a>" } ?? text
        return "<td class=\"missed\" style=\"--share: \(share)%\" title=\"\(title.html)\">\(link)</td>"
    }

    // MARK: Links to failures

    /// A cell of the table.
    private struct Pair: Hashable {
        let outcome: String
        let method: String
    }

    /// The maximum number of failures that a cell lists.
    private static let mostLinks = 50

    /// The numbers of the failures of each cell.
    private var numbers: [Pair: [Int]] {
        var numbers: [Pair: [Int]] = [:]
        for (index, failed) in failed.prefix(Self.caseLimit).enumerated() {
            for pair in Set(failed.steps.map { Pair(outcome: $0.expectedOutcome, method: $0.method) }) {
                numbers[pair, default: []].append(index + 1)
            }
        }
        return numbers
    }

    /// The identifier of the only failure of a cell, or of the list of its failures; nil if none is shown.
    private static func target(_ numbers: [Int]?, _ list: String) -> String? {
        guard let numbers else { return nil }
        return numbers.count > 1 ? list : numbers.first.map { "failure-\($0)" }
    }

    /// A list for each cell with several failures, which is shown when its link is followed.
    private func lists(_ table: CoverageTable, _ numbers: [Pair: [Int]]) -> String {
        var lists = ""
        for (line, row) in table.rows.enumerated() {
            for (column, method) in table.methods.enumerated() {
                let all = numbers[Pair(outcome: row.outcome, method: method)] ?? []
                guard all.count > 1 else { continue }
                let links = all.prefix(Self.mostLinks).map { number in
                    "<a href=\"#failure-\(number)\">\(failed[number - 1].name.html)</a>"
                }
                let more = all.count > links.count ? ", and \(all.count - links.count) more" : ""
                lists += """
                    <p class="failures-of" id="cell-\(line)-\(column)" tabindex="-1"><b>\(row.outcome), \(method.html):</b> \
                    \(links.joined(separator: ", "))\(more)</p>

                    """
            }
        }
        return lists
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
