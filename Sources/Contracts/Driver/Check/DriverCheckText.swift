/// The results of a check of a driver as text: a line for each part, and the lines of those with mistakes.
package struct DriverCheckText {
    private let probes: [DriverProbe]

    package init(_ probes: [DriverProbe]) {
        self.probes = probes
    }

    package var text: String {
        probes.map(text).joined() + "\n" + summary + "\n"
    }

    private func text(of probe: DriverProbe) -> String {
        guard !probe.problems.isEmpty else {
            return probe.skipped.map { "– \(probe.name): \($0)\n" } ?? "✓ \(probe.name)\n"
        }
        var rows: [(String, String)] = []
        if let sent = probe.sent { rows.append(("sent", sent)) }
        rows += probe.came.isEmpty ? [("came", "nothing")] : Self.shown(probe.came).map { ("came", $0) }
        rows += probe.problems.map { ("wrong", $0) } + probe.advice.map { ("to do", $0) }
        let lines = rows.map { name, value in
            "    " + name + String(repeating: " ", count: 7 - name.count) + value + "\n"
        }
        return "✗ \(probe.name)\n" + lines.joined()
    }

    /// The number of lines that are shown of one part.
    private static let mostLines = 8

    /// The first lines, and the number of the others.
    private static func shown(_ lines: [String]) -> [String] {
        guard lines.count > mostLines else { return lines }
        return lines.prefix(mostLines) + ["… (\(lines.count - mostLines) more lines)"]
    }

    private var summary: String {
        let wrong = probes.count { !$0.problems.isEmpty }
        let checked = probes.count { $0.skipped == nil }
        guard wrong > 0 else { return "✓ the driver is ready: \(checked) of \(probes.count) parts were checked" }
        return "✗ \(counted(wrong, "part")) of \(checked) with mistakes"
    }
}
