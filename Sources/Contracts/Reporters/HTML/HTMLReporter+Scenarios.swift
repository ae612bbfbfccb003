extension HTMLReporter {
    /// All scenarios: the steps of each or, with a matrix, a square for each variant.
    var scenarios: String {
        let groups = ScenarioGroup.all(in: report)
        guard !groups.isEmpty else { return "" }
        let links = failureLinks
        let blocks = groups.map { $0.variants.count == 1 ? steps(of: $0) : squares(of: $0, links) }
        return "<section>\n<h2>All scenarios</h2>\n\(blocks.joined(separator: "\n"))\n</section>"
    }

    /// The number of the block with a variant's failure, by the name of the variant.
    private var failureLinks: [String: Int] {
        let places = failed.prefix(Self.caseLimit).enumerated().map { ($1.variant.name, $0 + 1) }
        return Dictionary(places) { first, _ in first }
    }

    private func summary(of group: ScenarioGroup) -> String {
        let passed = group.variants.count { $0.status == .passed }
        let variants = group.variants.count > 1 ? "\(passed) of \(group.variants.count) variants" : ""
        let first = group.variants[0]
        return """
            <summary><span class="\(group.status == .failed ? "bad" : "good")">\(Self.mark(group.status))</span> \
            <b>\(first.title.oneLine().html)</b> <small>\(folder.relative(first.file).oneLine().html)</small> <small>\(variants)</small></summary>
            """
    }

    private func squares(of group: ScenarioGroup, _ links: [String: Int]) -> String {
        let rows = group.rows.map { label, variants in
            let squares = variants.map { Self.square(of: $0, links) }.joined()
            return
                "<div class=\"row\">\(label.map { "<span>\($0.html)</span>" } ?? "")<p class=\"squares\">\(squares)</p></div>"
        }
        return "<details open>\n\(summary(of: group))\n\(rows.joined(separator: "\n"))\n</details>"
    }

    private static func square(of variant: VariantReport, _ links: [String: Int]) -> String {
        let title = "title=\"\(variant.name.html)\""
        guard variant.status == .failed else { return "<i class=\"\(variant.status.rawValue)\" \(title)></i>" }
        guard let number = links[variant.name] else { return "<i class=\"failed\" \(title)></i>" }
        return
            "<a class=\"failed\" href=\"#failure-\(number)\" \(title) aria-label=\"\(variant.name.html) failed\"></a>"
    }

    private func steps(of group: ScenarioGroup) -> String {
        let cases = group.variants[0].cases.prefix(8)
        let heads = cases.map { run in
            "<th scope=\"col\">\(run.label.oneLine(40).html)\(run.repetition > 1 ? " #\(run.repetition)" : "")</th>"
        }
        let rows = (cases.first?.steps ?? []).enumerated().map { index, step in
            let cells = cases.map { index < $0.steps.count ? Self.cell($0.steps[index]) : "<td></td>" }
            return """
                <tr><th scope="row">\(step.name.oneLine().html)</th><td><code>\(step.method.html)</code></td>\
                <td>\(step.expectedOutcome.html)</td>\(cells.joined())</tr>
                """
        }
        return """
            <details>
            \(summary(of: group))
            <div class="scroll"><table class="steps">
            <thead><tr><th scope="col">step</th><th scope="col">method</th><th scope="col">outcome</th>\(heads.joined())</tr></thead>
            <tbody>
            \(rows.joined(separator: "\n"))
            </tbody></table></div>
            </details>
            """
    }

    private static func cell(_ step: StepReport) -> String {
        switch step.status {
        case .passed: "<td><span class=\"good\">✓</span> \(step.duration.readable)</td>"
        case .failed: "<td><span class=\"bad\">✗ \((step.outcome ?? "nothing").html)</span></td>"
        case .flaky: "<td>⚠ flaky</td>"
        case .known: "<td><span class=\"faint\">≈ known failure</span></td>"
        case .skipped: "<td title=\"\((step.skipReason ?? "").oneLine().html)\">– skipped</td>"
        }
    }
}

/// The variants of one scenario.
private struct ScenarioGroup {
    private(set) var variants: [VariantReport]

    var status: RunStatus { RunStatus(of: variants.map(\.status)) }

    /// A row for each value of the smaller side of the matrix; one row without a label if it has only one side.
    var rows: [(label: String?, variants: [VariantReport])] {
        let sides = variants[0].values.indices.filter { side in variants.allSatisfy { side < $0.values.count } }
        let sizes = sides.map { side in (side: side, size: Set(variants.map { $0.values[side] }).count) }
        let long = sizes.filter { $0.size > 1 }
        guard long.count > 1, let side = long.min(by: { $0.size < $1.size })?.side else { return [(nil, variants)] }
        var rows: [(label: String?, variants: [VariantReport])] = []
        var places: [String: Int] = [:]
        for variant in variants {
            let label = variant.values[side]
            if let place = places[label] {
                rows[place].variants.append(variant)
            } else {
                places[label] = rows.count
                rows.append((label, [variant]))
            }
        }
        return rows
    }

    /// Returns the scenarios in the order of the run.
    static func all(in report: RunReport) -> [ScenarioGroup] {
        var groups: [ScenarioGroup] = []
        for variant in report.variants {
            if groups.last?.variants[0].slug == variant.slug {
                groups[groups.count - 1].variants.append(variant)
            } else {
                groups.append(ScenarioGroup(variants: [variant]))
            }
        }
        return groups
    }
}
