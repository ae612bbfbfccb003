import Documents
package import HAL

/// The failures of a client that are known: they do not fail a run until their date.
package struct Baseline: Sendable, Hashable {
    /// Failures for one reason.
    package struct Entry: Sendable, Hashable {
        /// Why they are accepted, for people.
        package var reason: String
        /// The last day on which they are, in GMT: `2027-06-30`; nil: no limit.
        package var until: String?
        /// Whether the cases fail only in some runs, so that one in which they pass does not tell that they are fixed.
        package var isIntermittent: Bool
        /// The names of the checks that fail; empty: any.
        package var checks: [String]
        /// The names of the steps whose checks fail; empty: any.
        package var steps: [String]
        /// Globs for the name or the slug of a variant.
        package var cases: [String]

        package init(
            reason: String,
            until: String? = nil,
            isIntermittent: Bool = false,
            checks: [String] = [],
            steps: [String] = [],
            cases: [String]
        ) {
            self.reason = reason
            self.until = until
            self.isIntermittent = isIntermittent
            self.checks = checks
            self.steps = steps
            self.cases = cases
        }

        /// Whether the entry no longer counts on this day.
        func isExpired(on day: String) -> Bool { until.map { $0 < day } ?? false }

        /// Whether the failure of a check is known; `step` is nil for a check of the whole case.
        func covers(_ check: CheckReport, ofStep step: String?) -> Bool {
            guard checks.isEmpty || checks.contains(check.name) else { return false }
            return step.map { steps.isEmpty || steps.contains($0) } ?? true
        }
    }

    package var entries: [Entry]

    package init(_ entries: [Entry] = []) {
        self.entries = entries
    }

    /// The day of a time in GMT: `2026-11-23`.
    package static func day(of time: HTTPDate) -> String { String(time.iso8601.prefix(10)) }
}

/// Marks failures that a baseline knows on a day.
struct KnownFailureMarker: Sendable {
    private let entries: [(entry: Baseline.Entry, globs: [Glob])]

    /// Without a day, entries whose date has passed count too.
    init(_ baseline: Baseline, on day: String?) {
        let valid = baseline.entries.filter { entry in day.map { !entry.isExpired(on: $0) } ?? true }
        entries = valid.map { ($0, $0.cases.map(Glob.init)) }
    }

    /// Marks the failures of a case of the variant with this name and slug.
    func mark(_ run: inout CaseReport, of variant: String, slug: String) {
        guard run.status == .failed else { return }
        let own = entries.filter { $0.globs.contains { $0.matches(variant, or: slug) } }.map(\.entry)
        guard !own.isEmpty else { return }
        for index in run.steps.indices {
            let name = run.steps[index].name
            for check in run.steps[index].checks.indices {
                Self.mark(&run.steps[index].checks[check], ofStep: name, own)
            }
        }
        for check in run.checks.indices { Self.mark(&run.checks[check], ofStep: nil, own) }
    }

    private static func mark(_ check: inout CheckReport, ofStep step: String?, _ entries: [Baseline.Entry]) {
        guard case .failed(let expected, let actual) = check.verdict else { return }
        guard let entry = entries.first(where: { $0.covers(check, ofStep: step) }) else { return }
        check.verdict = .known(expected: expected, actual: actual, reason: entry.reason)
    }
}

extension Glob {
    /// Whether the pattern matches the name or the slug of a variant.
    func matches(_ name: String, or slug: String) -> Bool { matches(name) || matches(slug) }
}

/// The differences between a baseline and a run.
package struct BaselineDrift: Sendable, Hashable {
    /// The cases of the baseline that no longer fail, with their reasons.
    package var fixed: [String] = []
    /// The entries whose date has passed and that still fail.
    package var expired: [String] = []
    /// The globs that match no scenario; empty for a shard, because those of other shards are not known.
    package var unmatched: [String] = []

    package init() {}

    /// The differences, one line each.
    var lines: [String] {
        expired.map { "the date has passed: \($0.oneLine())" } + fixed.map { "fixed: \($0.oneLine())" }
            + unmatched.map { "matches no scenario: \($0.oneLine())" }
    }

    /// Compares a complete run.
    package init(_ baseline: Baseline, _ report: RunReport) {
        let all = report.knownNames.map { (name: $0, slug: VariantReport.slug(ofName: $0)) }
        let day = Baseline.day(of: report.startedAt)
        for entry in baseline.entries {
            for text in entry.cases {
                let glob = Glob(text)
                guard all.contains(where: { glob.matches($0.name, or: $0.slug) }) else {
                    if report.setup?.shard == nil { unmatched.append(text) }
                    continue
                }
                guard let fails = report.fails(glob, entry) else { continue }
                if !fails {
                    fixed.append("\(text): \(entry.reason)")
                } else if let until = entry.until, entry.isExpired(on: day) {
                    expired.append("\(text): until \(until): \(entry.reason)")
                }
            }
        }
    }
}

extension RunReport {
    /// Returns whether a variant of the glob fails as the entry says, known or not; nil if that was not judged, or one run
    /// does not tell.
    func fails(_ glob: Glob, _ entry: Baseline.Entry) -> Bool? {
        let judged = variants.filter { glob.matches($0.name, or: $0.slug) && $0.status != .skipped }
        if judged.contains(where: { $0.fails(entry) }) { return true }
        // The failure of an opinion that the profile leaves out, and what follows from it.
        let isUndecided = judged.contains { $0.cases.contains { $0.steps.contains { $0.contradiction != nil } } }
        return judged.isEmpty || isUndecided || entry.isIntermittent ? nil : false
    }
}

extension VariantReport {
    fileprivate func fails(_ entry: Baseline.Entry) -> Bool {
        cases.contains { run in
            run.steps.contains { step in step.checks.contains { $0.fails(as: entry, inStep: step.name) } }
                || run.checks.contains { $0.fails(as: entry, inStep: nil) }
        }
    }
}

extension CaseReport {
    fileprivate mutating func unmark() {
        for step in steps.indices {
            for check in steps[step].checks.indices { steps[step].checks[check].unmark() }
        }
        for check in checks.indices { checks[check].unmark() }
    }
}

extension CheckReport {
    fileprivate func fails(as entry: Baseline.Entry, inStep step: String?) -> Bool {
        (status == .failed || status == .known) && entry.covers(self, ofStep: step)
    }

    fileprivate mutating func unmark() {
        guard case .known(let expected, let actual, _) = verdict else { return }
        verdict = .failed(expected: expected, actual: actual)
    }
}

/// The known failures of a variant.
package struct KnownFailure: Sendable, Hashable {
    /// `slug`, or `slug[GET,409]` with a matrix.
    package var variant: String
    /// The reasons of the baseline.
    package var reasons: [String]

    /// Returns the reasons of known failures, each once.
    static func reasons(in checks: [CheckReport]) -> [String] {
        var seen: Set<String> = []
        return checks.compactMap { check in
            guard case .known(_, _, let reason) = check.verdict, seen.insert(reason).inserted else { return nil }
            return reason
        }
    }

    /// `station[PUT,409]: the client follows 307`.
    var text: String { "\(variant.oneLine()): \(reasons.map { $0.oneLine() }.joined(separator: "; "))" }
}

extension RunReport {
    /// The variants with known failures, in the order of the report.
    package var knownFailures: [KnownFailure] {
        variants.compactMap { variant in
            let checks = variant.cases.flatMap(\.allChecks)
            let reasons = KnownFailure.reasons(in: checks)
            return reasons.isEmpty ? nil : KnownFailure(variant: variant.name, reasons: reasons)
        }
    }

    /// Whether a baseline has marked failures, or differs from the run.
    package var hasBaseline: Bool {
        drift != BaselineDrift() || cases.contains { $0.allChecks.contains { $0.status == .known } }
    }

    /// Undoes the marks of an earlier baseline.
    package mutating func unmark() {
        for variant in variants.indices {
            for run in variants[variant].cases.indices { variants[variant].cases[run].unmark() }
        }
    }

    /// Marks the failures that a baseline knows.
    package mutating func mark(by baseline: Baseline) {
        let marker = KnownFailureMarker(baseline, on: Baseline.day(of: startedAt))
        for index in variants.indices {
            let (name, slug) = (variants[index].name, variants[index].slug)
            for run in variants[index].cases.indices {
                marker.mark(&variants[index].cases[run], of: name, slug: slug)
            }
        }
    }
}
