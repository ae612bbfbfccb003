/// Which scenario has found out which broken client, as people read it: the survivors first.
package struct KillTable {
    private let verdicts: [MutantTrial.Verdict]

    package init(_ verdicts: [MutantTrial.Verdict]) {
        self.verdicts = verdicts
    }

    /// A line for each broken client, or one for each of its APIs where they differ, and the counts.
    package var text: String {
        let survivors = verdicts.filter { $0.killer == nil }
        let victims = verdicts.filter { $0.killer != nil }
        return block("survived", rows(of: survivors, \.summary))
            + block("found out", rows(of: victims) { $0.killer ?? "" }, heading: "by") + counts(survivors.count)
    }

    /// One row for each fault and each text, the APIs of that text behind the fault unless they are all.
    private func rows(
        of verdicts: [MutantTrial.Verdict],
        _ text: (MutantTrial.Verdict) -> String
    ) -> [(String, String)] {
        var groups: [(name: String, text: String, styles: [String])] = []
        for verdict in verdicts {
            let (name, text) = (verdict.mutant, text(verdict))
            if let place = groups.firstIndex(where: { $0.name == name && $0.text == text }) {
                groups[place].styles.append(verdict.style)
            } else {
                groups.append((name, text, [verdict.style]))
            }
        }
        return groups.map { group in
            let isWhole = group.styles.count == self.verdicts.count { $0.mutant == group.name }
            return (isWhole ? group.name : "\(group.name) (\(group.styles.listed))", group.text)
        }
    }

    private func block(_ title: String, _ rows: [(String, String)], heading: String = "the fault") -> String {
        guard !rows.isEmpty else { return "" }
        let width = max(title.count, rows.map(\.0.count).max() ?? 0)
        let lines = ([(title.uppercased(), heading)] + rows).map { name, text in
            name + String(repeating: " ", count: width - name.count) + "  " + text + "\n"
        }
        return lines.joined() + "\n"
    }

    private func counts(_ survivors: Int) -> String {
        let styles = Set(verdicts.map(\.style)).sorted().joined(separator: " and ")
        let faults = Set(verdicts.map(\.mutant)).count
        let end = survivors == 0 ? "all found out" : "\(survivors) survived"
        return "\(verdicts.count) broken clients (\(faults) faults; \(styles)): \(end)\n"
    }
}
