import Documents
import HAL
import HALClient
import HTTPTypes
import Matching
import Scenarios

extension Check {
    /// Checks of the parts that every response has.
    static let responseChecks = [status, headers, body, location, lastModified]

    private static let status = Check(
        "status",
        \.status,
        reported: ReportedValue(
            \.status,
            needsCapability: false,
            of: { $0.response?.status },
            in: { try $0.integer($1) }
        ),
        underAnyOutcome: true,
        mutations: { [Mutation($0 + 1)] },
        judge: { expected, evidence in
            let actual = evidence.reported.status
            return .compared(
                "\(expected)",
                actual.map { "\($0)" } ?? evidence.reported.withoutStatus,
                isMet: expected == actual
            )
        }
    )

    private static let headers = Check(
        "headers",
        \.expectedHeaders,
        reported: ReportedValue(
            \.fields,
            of: { $0.response.map { Array($0.fields) } ?? [] },
            in: { try $0.headers($1) }
        ),
        mutations: \.mutations,
        judge: { expected, evidence in
            let isHTTP2 = evidence.received.last?.isHTTP2 == true
            if let invalid = evidence.reported.invalid["headers"] {
                return .failed(expected: expected.map(\.name).listed, actual: invalid)
            }
            let judged = expected.filter { !isHTTP2 || !WireProtocol.isOfConnection($0.name) }
            if let mismatch = judged.lazy.compactMap({ mismatch(of: $0, evidence.reported) }).first { return mismatch }
            return judged.count == expected.count ? .passed : .notJudged(.wire(WireProtocol.connectionHeader))
        }
    )

    /// Compares the lines of one header; nil if they match.
    private static func mismatch(
        of header: Named<MultiValueMatcher>,
        _ reported: ReportedOutcome
    ) -> Verdict? {
        let name = header.name
        let values = reported.fields.filter { $0.name.rawName.lowercased() == name.lowercased() }.map(\.value)
        guard !FieldLines(name, values).match(header.pattern) else { return nil }
        guard !Redaction.hides(name) else {
            let secret = SecretMismatch(header.pattern, values)
            return .failed(expected: "\(name): \(secret.expected)", actual: "\(name): \(secret.actual)")
        }
        let actual = values.isEmpty ? "no \(name)" : values.map { "\(name): \($0)" }.joined(separator: "\n")
        return .failed(expected: "\(name): \(header.pattern.text)", actual: actual)
    }

    private static let body = Check(
        "body",
        \.body,
        reported: ReportedValue(\.body, of: \.bodyText, in: { try $0.string($1) }),
        mutations: { [Mutation($0.flipped)] },
        judge: { expected, evidence in
            let actual = evidence.reported.body.flatMap { $0.isEmpty ? nil : $0 }
            let text = actual.map { $0.truncated() } ?? "no body"
            return .compared(expected.text, text, isMet: expected.matches(actual))
        }
    )

    private static let location = Check(
        "location",
        \.location,
        reported: ReportedValue(\.location, of: \.location, in: { try $0.string($1) }),
        mutations: { [Mutation($0.mutated(ifAbsent: "/elsewhere", \.mutated))] },
        judge: { expected, evidence in
            let (actual, address) = (evidence.reported.location, evidence.address)
            switch expected {
            case .absent: return .compared("none", actual ?? "none", isMet: actual == nil)
            case .value(let target):
                let isMet = actual.map { address.isSame(target, as: $0) } ?? false
                return .compared(address.absolute(target), actual ?? "none", isMet: isMet)
            }
        }
    )

    private static let lastModified = Check(
        "lastModified",
        \.lastModified,
        reported: ReportedValue(\.lastModified, of: \.lastModified, in: { try $0.date($1, failing: $1) }),
        mutations: { [Mutation($0.mutated(ifAbsent: HTTPDate(secondsSinceEpoch: 0).description, \.nextDay))] },
        judge: { expected, evidence in
            let actual = evidence.reported.lastModified
            let text = evidence.reported.invalid["lastModified"] ?? actual?.description ?? "none"
            switch expected {
            case .absent: return .compared("none", text, isMet: text == "none")
            case .value(let date): return .compared(date, text, isMet: actual != nil && actual == HTTPDate(date))
            }
        }
    )
}

extension Expectation {
    /// The headers; nil if none is expected.
    fileprivate var expectedHeaders: [Named<MultiValueMatcher>]? {
        get { headers.isEmpty ? nil : headers }
        set { headers = newValue ?? [] }
    }
}

extension Expected {
    /// `value` where none is expected, else the expected value as `change` returns it.
    func mutated(ifAbsent value: Value, _ change: (Value) -> Value) -> Expected {
        switch self {
        case .absent: .value(value)
        case .value(let expected): .value(change(expected))
        }
    }
}

extension String {
    /// The HTTP-date of the day after this one.
    var nextDay: String {
        HTTPDate(secondsSinceEpoch: (HTTPDate(self)?.secondsSinceEpoch ?? 0) + 86_400).description
    }
}

/// The difference of a secret from the expected one, in words that reveal neither.
struct SecretMismatch {
    let expected: String
    let actual: String

    init(_ matcher: MultiValueMatcher, _ values: [String]) {
        expected = matcher == .any(.absent) ? "none" : Redaction.mark
        actual =
            if values.isEmpty {
                "none"
            } else if matcher == .any(.absent) {
                "present"
            } else if let text = matcher.exactText, values.count == 1 {
                Self.difference(text, values[0])
            } else {
                "present, not equal"
            }
    }

    private static func difference(_ expected: String, _ actual: String) -> String {
        let common = zip(expected, actual).prefix { $0 == $1 }.count
        return common == 0 ? "present, not equal" : "\(Redaction.mark) differs after \(counted(common, "character"))"
    }
}
