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
        /// The names of the checks that fail; empty: any.
        package var checks: [String]
        /// Globs for the name or the slug of a variant.
        package var cases: [String]

        package init(reason: String, until: String? = nil, checks: [String] = [], cases: [String]) {
            self.reason = reason
            self.until = until
            self.checks = checks
            self.cases = cases
        }

        /// Whether the entry no longer counts on this day.
        func isExpired(on day: String) -> Bool { until.map { $0 < day } ?? false }

        func covers(_ check: CheckReport) -> Bool { checks.isEmpty || checks.contains(check.name) }
    }

    package var entries: [Entry]

    package init(_ entries: [Entry] = []) {
        self.entries = entries
    }

    /// The day of a time in GMT: `2026-11-23`.
    package static func day(of time: HTTPDate) -> String { String(time.iso8601.prefix(10)) }

    /// Marks the failures of a case that the baseline knows on this day.
    func mark(_ run: inout CaseReport, of variant: String, slug: String, on day: String) {
        let own = entries.filter { entry in
            !entry.isExpired(on: day) && entry.cases.contains { Glob($0).matches(variant, or: slug) }
        }
        guard !own.isEmpty else { return }
        for index in run.steps.indices {
            for check in run.steps[index].checks.indices { Self.mark(&run.steps[index].checks[check], own) }
        }
        for check in run.checks.indices { Self.mark(&run.checks[check], own) }
    }

    private static func mark(_ check: inout CheckReport, _ entries: [Entry]) {
        guard case .failed(let expected, let actual) = check.verdict else { return }
        guard let entry = entries.first(where: { $0.covers(check) }) else { return }
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
    /// The globs that match no scenario.
    package var unmatched: [String] = []

    package init() {}

    /// The differences, one line each.
    var lines: [String] {
        expired.map { "the date has passed: \($0.oneLine())" } + fixed.map { "fixed: \($0.oneLine())" }
            + unmatched.map { "matches no scenario: \($0.oneLine())" }
    }

    /// Compares a complete run; `all` has the names and the slugs of all variants, whether they ran or not.
    package init(_ baseline: Baseline, _ report: RunReport, among all: [(name: String, slug: String)]) {
        let day = Baseline.day(of: report.startedAt)
        for entry in baseline.entries {
            for text in entry.cases {
                let glob = Glob(text)
                guard all.contains(where: { glob.matches($0.name, or: $0.slug) }) else {
                    unmatched.append(text)
                    continue
                }
                let ran = report.variants.filter { glob.matches($0.name, or: $0.slug) && $0.status != .skipped }
                guard !ran.isEmpty else { continue }
                let failed = ran.count { $0.fails(entry) }
                if failed == 0 {
                    fixed.append("\(text): \(entry.reason)")
                } else if let until = entry.until, entry.isExpired(on: day) {
                    expired.append("\(text): until \(until): \(entry.reason)")
                }
            }
        }
    }
}

extension VariantReport {
    /// Whether a check of the entry fails, known or not.
    func fails(_ entry: Baseline.Entry) -> Bool {
        cases.contains { run in
            (run.steps.flatMap(\.checks) + run.checks).contains { check in
                (check.status == .failed || check.status == .known) && entry.covers(check)
            }
        }
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
            let checks = variant.cases.flatMap { run in run.steps.flatMap(\.checks) + run.checks }
            let reasons = KnownFailure.reasons(in: checks)
            return reasons.isEmpty ? nil : KnownFailure(variant: variant.name, reasons: reasons)
        }
    }
}

extension RunReport {
    /// Marks the failures that a baseline knows.
    package mutating func mark(by baseline: Baseline) {
        let day = Baseline.day(of: startedAt)
        for index in variants.indices {
            let (name, slug) = (variants[index].name, variants[index].slug)
            for run in variants[index].cases.indices {
                baseline.mark(&variants[index].cases[run], of: name, slug: slug, on: day)
            }
        }
    }
}
