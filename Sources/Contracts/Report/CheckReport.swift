package import Scenarios

/// One thing that was judged.
package struct CheckReport: Sendable, Hashable {
    /// What the judgement was.
    package enum Verdict: Sendable, Hashable {
        case passed
        /// Both as people read them, each one line or several.
        case failed(expected: String, actual: String)
        /// It could not be judged: why.
        case skipped(String)
    }

    /// The key of `expect`, `outcome` for example, or a name for what holds after a scenario: `times`.
    package var name: String
    package var verdict: Verdict
    /// Where what is expected stands in the file.
    package var location: SourceLocation
    /// The capability for lack of which it was skipped; nil: it was not, or for another reason.
    package var missing: Capability?

    package init(_ name: String, _ verdict: Verdict, at location: SourceLocation, missing: Capability? = nil) {
        self.name = name
        self.verdict = verdict
        self.location = location
        self.missing = missing
    }

    package var status: RunStatus {
        switch verdict {
        case .passed: .passed
        case .failed: .failed
        case .skipped: .skipped
        }
    }
}
