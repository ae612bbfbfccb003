import HAL

/// Reports a run as one HTML file without scripts or external resources.
///
/// From top to bottom: the verdict, the table outcome × method, the failures with their exchanges, all scenarios.
package struct HTMLReporter {
    /// The number of failed cases that are shown in full; the others are counted.
    static let caseLimit = 500

    let report: RunReport
    let failed: [FailedCase]
    /// The editor that opens places; nil: they are text.
    let links: SourceLinks?
    let folder: CommonFolder

    package init(_ report: RunReport, links: SourceLinks? = nil) {
        self.report = report
        self.links = links
        failed = FailedCase.all(in: report)
        folder = CommonFolder(of: report.variants.map(\.file))
    }

    /// The document.
    package var text: String {
        let headline = Headline(report)
        let mark = Self.mark(headline.status)
        return """
            <!doctype html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
            <title>\(mark) \(headline.verdict.html) · Hypermock</title>
            <style>
            \(HTMLStyle.text)
            </style>
            </head>
            <body>
            <header class="\(headline.status.rawValue)">
            <p class="kicker">Hypermock contracts</p>
            <h1><span class="mark" aria-hidden="true">\(mark)</span> \(headline.verdict.html)</h1>
            <p>\(headline.detail.html)</p>
            <p class="faint">\(circumstances.html)</p>
            \(facts)</header>
            <main>
            \(([coverage, failures, notes, scenarios]).filter { !$0.isEmpty }.joined(separator: "\n"))
            </main>
            <footer class="faint">Written by <code>hypermock verify --report html=PATH</code>.</footer>
            </body>
            </html>

            """
    }

    static func mark(_ status: RunStatus) -> String {
        switch status {
        case .passed: "✓"
        case .failed: "✗"
        case .flaky: "⚠"
        case .known: "≈"
        case .skipped: "–"
        }
    }

    private var circumstances: String {
        let seed = report.seed.map { ["seed \($0)"] } ?? []
        return ([report.startedAt.description] + seed + [report.interruption].compactMap { $0 }).joined(
            separator: " · "
        )
    }

    /// The versions of the command and of the clients, the folder of the files, and the command line.
    private var facts: String {
        let clients = report.clients.map { client in
            client.name.oneLine(60) + (client.version.map { " \($0.oneLine(60))" } ?? "")
        }
        let rows: [(name: String, value: String?)] = [
            ("Hypermock", report.setup?.version.html),
            (clients.count == 1 ? "Client" : "Clients", clients.isEmpty ? nil : clients.joined(separator: ", ").html),
            ("Folder", folder.path.isEmpty ? nil : "<code>\(folder.path.oneLine().html)</code>"),
            ("Command", report.setup?.command.map { "<code>\($0.oneLine(2000).html)</code>" }),
        ]
        let items = rows.compactMap { name, value in value.map { "<dt>\(name)</dt><dd>\($0)</dd>" } }
        return items.isEmpty ? "" : "<dl class=\"facts\">\n\(items.joined(separator: "\n"))\n</dl>\n"
    }

    private var notes: String { report.notes.map(list).joined() }

    private func list(_ note: RunNote) -> String {
        let items = note.lines.prefix(200).map { "<li><code>\($0.html)</code>" }
        let more = note.lines.count > 200 ? ["<li>… and \(note.lines.count - 200) more"] : []
        return "<section>\n<h2>\(note.title)</h2>\n<ul>\n\((items + more).joined(separator: "\n"))\n</ul>\n</section>\n"
    }
}

extension StringProtocol {
    /// The text, escaped for HTML content and attributes.
    var html: String { MarkupText.escaped(self, isAttribute: true) }
}
