import Scenarios

extension Check {
    /// What a redirection carries, and the redirects on the way.
    static let redirectionChecks = [
        flag("notModified", { $0.notModified }, { $0.notModified }),
        flag("permanent", { $0.permanent }, { $0.permanent }),
        notices,
    ]

    private static func flag(
        _ name: String,
        _ expected: @escaping @Sendable (Expectation) -> Bool?,
        _ actual: @escaping @Sendable (ReportedOutcome) -> Bool?
    ) -> Check {
        Check(name) { expectation, evidence in
            guard let expected = expected(expectation) else { return nil }
            let actual = actual(evidence.reported)
            return .compared("\(expected)", actual.map { "\($0)" } ?? "not reported", isMet: expected == actual)
        }
    }

    private static let notices = Check("notices", needs: .notices) { expectation, evidence in
        guard let expected = expectation.notices else { return nil }
        let (actual, address) = (evidence.reported.notices, evidence.address)
        let isMet =
            expected.count == actual.count
            && zip(expected, actual).allSatisfy {
                address.isSame($0.from, as: $1.from) && address.isSame($0.to, as: $1.to)
            }
        let wanted = expected.map { "\(address.absolute($0.from)) -> \(address.absolute($0.to))" }
        return .compared(wanted.lines, actual.map { "\($0.from) -> \($0.to)" }.lines, isMet: isMet)
    }
}

extension [String] {
    /// One below the other, or `none`.
    var lines: String { isEmpty ? "none" : joined(separator: "\n") }
}
