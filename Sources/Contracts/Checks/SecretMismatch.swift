import HAL
import HALClient
import Scenarios

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
