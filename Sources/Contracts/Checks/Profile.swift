package import Scenarios

/// The expectations that a run judges, by their basis.
package enum Profile: String, Sendable, CaseIterable {
    /// All expectations.
    case hypermock
    /// All but opinions: expectations that a specification requires, and those without a basis.
    case rfc
}

extension Basis {
    /// `RFC 9110 §15.4.8`, `opinion: a 307 is not followed automatically`.
    package var text: String {
        switch self {
        case .required(let section): section
        case .opinion(let text): "opinion: \(text)"
        }
    }
}

extension NotJudged {
    /// An opinion that the profile does not judge; `isMet` says whether the client shares it.
    static func opinion(_ text: String, isMet: Bool) -> NotJudged {
        var reason = NotJudged("an opinion, which the profile does not judge: \(text)", .opinion(text))
        reason.isContradicted = !isMet
        return reason
    }
}

/// The failed checks by their basis.
struct FailuresByBasis {
    /// `RFC 9110 §15.4.8: 12 checks, such as station[PUT,409]`: requirements first, then opinions, by descending count.
    let lines: [String]

    init(_ report: RunReport) {
        var counts: [Basis: (count: Int, name: String)] = [:]
        for variant in report.variants {
            for check in variant.cases.flatMap(\.allChecks) where check.status == .failed {
                guard let basis = check.basis else { continue }
                counts[basis, default: (0, variant.name)].count += 1
            }
        }
        let (required, opinions) = (counts.filter { $0.key.section != nil }, counts.filter { $0.key.section == nil })
        lines = [required, opinions].flatMap(Self.lines)
    }

    private static func lines(_ counts: [Basis: (count: Int, name: String)]) -> [String] {
        let sorted = counts.sorted { ($1.value.count, $0.key.text) < ($0.value.count, $1.key.text) }
        return sorted.map { basis, failures in
            "\(basis.text.oneLine()): \(counted(failures.count, "check")), such as \(failures.name.oneLine(80))"
        }
    }
}

extension Sequence<CaseReport> {
    /// The opinions that the profile did not judge, with the numbers of checks.
    var unjudgedOpinions: [String] {
        var counts: [String: Int] = [:]
        var order: [String] = []
        for check in flatMap(\.allChecks) {
            guard case .opinion(let text)? = check.notJudged?.cause else { continue }
            if counts[text] == nil { order.append(text) }
            counts[text, default: 0] += 1
        }
        return order.map { "opinion: \($0.oneLine()) (\(counted(counts[$0] ?? 0, "check")))" }
    }
}
