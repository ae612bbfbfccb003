import Documents

extension HTMLReporter {
    /// The failures: their kinds if there are many, then case by case, the first one open.
    var failures: String {
        guard !failed.isEmpty else { return "" }
        let blocks = failed.prefix(Self.caseLimit).enumerated().map { block($1, number: $0) }
        let rest = failed.count - blocks.count
        let more = rest > 0 ? "<p>… and \(rest) more in the JSON report.</p>\n" : ""
        return """
            <section>
            <h2>Failures</h2>
            \(failed.count > 5 ? kinds : "")\(blocks.joined(separator: "\n"))
            \(more)</section>
            """
    }

    private var kinds: String {
        let kinds = FailureKind.all(of: failed)
        let rows = kinds.prefix(20).map { kind in
            "<tr><td class=\"number\">\(kind.count) ×</td><td>\(kind.message.html)<br><small>\(kind.examples.html)</small></td></tr>"
        }
        let more = kinds.count > 20 ? "<tr><td></td><td>… and \(kinds.count - 20) more kinds</td></tr>\n" : ""
        return "<table class=\"kinds\">\n\(rows.joined(separator: "\n"))\n\(more)</table>\n"
    }

    private func block(_ failed: FailedCase, number: Int) -> String {
        var parts = failed.steps.map { step(of: $0, failed) }
        if !failed.checks.isEmpty {
            parts.append("<h3>After the last step</h3>\n" + checks(CheckFailure.all(in: failed.checks)))
        }
        if failed.skippedSteps > 0 {
            let skipped = counted(failed.skippedSteps, "step was", "steps were")
            parts.append("<p>\(skipped) skipped because of this failure.</p>")
        }
        parts += failed.reproductions.map { Self.command("rerun", $0) }
        return """
            <details class="failure"\(number == 0 ? " open" : "")>
            <summary><span class="bad">✗</span> <b>\(failed.name.html)</b> \(failed.variant.title.oneLine().html) \
            <small>\(failed.clientList.html)</small><br><span class="message">\(failed.message.html)</span></summary>
            <div id="failure-\(number + 1)">
            \(parts.joined(separator: "\n"))
            </div>
            </details>
            """
    }

    private func step(of step: StepReport, _ failed: FailedCase) -> String {
        let exchange = IndentedJSON.exchange(step.exchange.truncated(to: 20_000))
        var parts = [
            "<h3>\(step.name.oneLine().html) <small>\(step.method.html) \(step.target.oneLine().html)</small></h3>",
            "<p class=\"faint\">\(place(step.location))</p>",
            checks(CheckFailure.all(in: step.checks)),
        ]
        if !exchange.isEmpty { parts.append("<pre>\(MarkupText.escaped(exchange))</pre>") }
        if let curl = step.shortCurl {
            parts.append(Self.command("by hand, while this server runs: \(failed.serving(before: step).html)", curl))
        }
        return parts.joined(separator: "\n")
    }

    /// Returns a place as a link to the editor, if there is one.
    private func place(_ place: SourceLocation) -> String {
        var shown = place
        shown.file = folder.relative(place.file)
        let code = "<code title=\"\(place.description.html)\">\(shown.description.html)</code>"
        return links.map { "<a href=\"\($0.url(of: place).html)\">\(code)</a>" } ?? code
    }

    private func checks(_ failures: [CheckFailure]) -> String {
        let rows = failures.map { failure in
            let notes = [place(failure.location), failure.basis?.html].compactMap { $0 }
            let name = failure.name.html + notes.map { "<br><small>\($0)</small>" }.joined()
            let marked = MarkedDifference(expected: failure.expected, actual: failure.actual)
            return """
                <tr><th scope="row">\(name)</th><td><pre class="expected">\(marked.expected)</pre></td>\
                <td><pre class="actual">\(marked.actual)</pre></td></tr>
                """
        }
        return """
            <div class="scroll"><table class="checks">
            <thead><tr><td></td><th scope="col">expected</th><th scope="col">actual</th></tr></thead>
            <tbody>
            \(rows.joined(separator: "\n"))
            </tbody></table></div>
            """
    }

    /// Returns a command below its label, which is HTML.
    private static func command(_ label: String, _ text: String) -> String {
        "<p class=\"label\">\(label)</p>\n<pre class=\"command\">\(MarkupText.escaped(text.oneLine(2000)))</pre>"
    }
}
