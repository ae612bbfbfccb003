import HAL
import HALClient
import Matching
import Scenarios

extension Check {
    /// Checks of a redirection, and of the permanent redirects that were followed.
    static let redirectionChecks = [
        flag("notModified", \.notModified, \.notModified) { $0.redirection?.notModified },
        flag("permanent", \.permanent, \.permanent) { $0.redirection?.permanent }, notices,
    ]

    private static func flag(
        _ name: String,
        _ key: any WritableKeyPath<Expectation, Bool?> & Sendable,
        _ reported: any WritableKeyPath<ReportedOutcome, Bool?> & Sendable,
        of read: @escaping @Sendable (Outcome<JSONObject>) -> Bool?
    ) -> Check {
        Check(
            name,
            key,
            reported: ReportedValue(reported, needsCapability: false, of: read, in: { try $0.bool($1) }),
            mutations: { [Mutation(!$0)] },
            judge: { expected, evidence in
                let actual = evidence.reported[keyPath: reported]
                return .compared("\(expected)", actual.map { "\($0)" } ?? "not reported", isMet: expected == actual)
            }
        )
    }

    private static let notices = Check(
        "notices",
        \.notices,
        // The notices of this package's client precede its outcome.
        reported: ReportedValue(\.notices, of: { _ in [] }, in: RedirectNotice.all),
        mutations: { notices in
            notices.mutatingEach { notice in
                [
                    Mutation("from", RedirectNotice(from: notice.from.mutated, to: notice.to)),
                    Mutation("to", RedirectNotice(from: notice.from, to: notice.to.mutated)),
                ]
            } + [notices.longer(by: RedirectNotice(from: "/", to: "/"))]
        },
        judge: { expected, evidence in
            let (actual, address) = (evidence.reported.notices, evidence.address)
            let isMet =
                expected.count == actual.count
                && zip(expected, actual).allSatisfy {
                    address.isSame($0.from, as: $1.from) && address.isSame($0.to, as: $1.to)
                }
            let wanted = expected.map { "\(address.absolute($0.from)) -> \(address.absolute($0.to))" }
            return .compared(wanted.lines, actual.map { "\($0.from) -> \($0.to)" }.lines, isMet: isMet)
        }
    )
}
