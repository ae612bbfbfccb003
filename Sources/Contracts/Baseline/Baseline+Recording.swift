extension Baseline {
    /// Returns the baseline with the failures of a complete run: entries of failures that remain keep their reasons and
    /// dates, cases that no longer fail are removed unless they are intermittent, and new failures are added with their
    /// message as the reason.
    ///
    /// Cases that were not judged are kept, and so are entries whose date has passed: the next run is red for them.
    /// Failures of the driver are not added, because they are none of the client.
    package func recording(_ report: RunReport) -> Baseline {
        var kept: [Entry] = []
        for entry in entries {
            var rest = entry
            rest.cases.removeAll { report.fails(Glob($0), entry) == false }
            if !rest.cases.isEmpty { kept.append(rest) }
        }
        let expired = KnownFailureMarker(Baseline(kept), on: nil)
        let new = FailedCase.all(in: report).compactMap { failed in
            var new = failed
            expired.mark(&new.run, of: failed.variant.name, slug: failed.variant.slug)
            return new.run.status == .failed && !new.run.hasDriverFailure ? new : nil
        }
        return Baseline(kept + Self.entries(of: new))
    }

    /// Groups failures by their first message, their checks and their steps, in the order of the report.
    private static func entries(of failures: [FailedCase]) -> [Entry] {
        var entries: [Entry] = []
        var places: [String: Int] = [:]
        for failed in failures {
            var checks: [String] = []
            for check in failed.run.allChecks where check.status == .failed && !checks.contains(check.name) {
                checks.append(check.name)
            }
            var steps: [String] = []
            for step in failed.run.steps where step.status == .failed && !steps.contains(step.name) {
                steps.append(step.name)
            }
            let message = failed.commonMessage
            let key = ([message] + checks.sorted() + [""] + steps.sorted()).joined(separator: "\n")
            if let place = places[key] {
                if entries[place].cases.last != failed.variant.name { entries[place].cases.append(failed.variant.name) }
            } else {
                places[key] = entries.count
                entries.append(Entry(reason: message, checks: checks, steps: steps, cases: [failed.variant.name]))
            }
        }
        return entries
    }
}
