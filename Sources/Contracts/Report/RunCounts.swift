/// How many cases, steps and checks there were, and how they ended.
package struct RunCounts: Sendable, Hashable {
    /// The counts of one kind.
    package struct Tally: Sendable, Hashable {
        package private(set) var passed = 0
        package private(set) var failed = 0
        package private(set) var skipped = 0

        package var total: Int { passed + failed + skipped }

        mutating func add(_ status: RunStatus) {
            switch status {
            case .passed: passed += 1
            case .failed: failed += 1
            case .skipped: skipped += 1
            }
        }
    }

    package private(set) var variants = Tally()
    package private(set) var cases = Tally()
    package private(set) var steps = Tally()
    package private(set) var checks = Tally()

    package init(_ report: RunReport) {
        for variant in report.variants {
            variants.add(variant.status)
            for run in variant.cases { add(run) }
        }
    }

    private mutating func add(_ run: CaseReport) {
        cases.add(run.status)
        for step in run.steps {
            steps.add(step.status)
            for check in step.checks { checks.add(check.status) }
        }
        for check in run.checks { checks.add(check.status) }
    }
}
