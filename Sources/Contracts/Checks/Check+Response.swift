import HAL
import HALClient
import HTTPTypes
import Scenarios

extension Check {
    /// What holds for any answer.
    static let answerChecks = [status, headers, body, location, lastModified]

    private static let status = Check("status") { expectation, evidence in
        guard let expected = expectation.status else { return nil }
        let actual = evidence.reported.status
        return .compared("\(expected)", actual.map { "\($0)" } ?? "no answer", isMet: expected == actual)
    }

    private static let headers = Check("headers", needs: .headers) { expectation, evidence in
        guard !expectation.headers.isEmpty else { return nil }
        for header in expectation.headers {
            let values = evidence.reported.fields.filter { $0.name.rawName.lowercased() == header.name.lowercased() }
                .map(\.value)
            guard !FieldLines(header.name, values).match(header.pattern) else { continue }
            guard !Redaction.hides(header.name) else {
                let secret = SecretMismatch(header.pattern, values)
                return .failed(
                    expected: "\(header.name): \(secret.expected)",
                    actual: "\(header.name): \(secret.actual)"
                )
            }
            return .failed(
                expected: "\(header.name): \(header.pattern.text)",
                actual: values.isEmpty
                    ? "no \(header.name)" : values.map { "\(header.name): \($0)" }.joined(separator: "\n")
            )
        }
        return .passed
    }

    private static let body = Check("body", needs: .body) { expectation, evidence in
        guard let expected = expectation.body else { return nil }
        let actual = evidence.reported.body.flatMap { $0.isEmpty ? nil : $0 }
        return .compared(expected.text, actual.map { Excerpt.of($0) } ?? "no body", isMet: expected.matches(actual))
    }

    private static let location = Check("location", needs: .location) { expectation, evidence in
        let actual = evidence.reported.location
        return switch expectation.location {
        case nil: nil
        case .absent: .compared("none", actual ?? "none", isMet: actual == nil)
        case .value(let expected):
            .compared(
                evidence.address.absolute(expected),
                actual ?? "none",
                isMet: actual.map { evidence.address.isSame(expected, as: $0) } ?? false
            )
        }
    }

    private static let lastModified = Check("lastModified", needs: .lastModified) { expectation, evidence in
        let actual = evidence.reported.lastModified
        let text = evidence.reported.invalid["lastModified"] ?? actual?.description ?? "none"
        return switch expectation.lastModified {
        case nil: nil
        case .absent: .compared("none", text, isMet: text == "none")
        case .value(let expected): .compared(expected, text, isMet: actual != nil && actual == HTTPDate(expected))
        }
    }
}

/// How a secret differs from the expected one, in words that show neither.
struct SecretMismatch {
    let expected: String
    let actual: String

    init(_ matcher: MultiValueMatcher, _ values: [String]) {
        expected = matcher == .any(.absent) ? "none" : Redaction.mark
        actual =
            switch (matcher, values.count) {
            case (_, 0): "none"
            case (.any(.absent), _): "present"
            case (.any(.equalTo(let text, caseInsensitive: false)), 1): Self.difference(text, values[0])
            case (.any, _), (.hasExactly, _), (.includes, _): "present, not equal"
            }
    }

    /// Says where the texts part.
    private static func difference(_ expected: String, _ actual: String) -> String {
        let common = zip(expected, actual).prefix { $0 == $1 }.count
        return common == 0 ? "present, not equal" : "\(Redaction.mark) differs after \(counted(common, "character"))"
    }
}
