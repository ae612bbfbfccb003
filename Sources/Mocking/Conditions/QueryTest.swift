import Scenarios

/// A query parameter one of whose values must be a given text; compared while it is decoded.
struct QueryTest {
    let name: [UInt8]
    let value: [UInt8]

    /// Nil when the matcher is another one.
    init?(_ parameter: Named<MultiValueMatcher>) {
        guard case .any(.equalTo(let text, caseInsensitive: false)) = parameter.pattern else { return nil }
        name = Array(parameter.name.utf8)
        value = Array(text.utf8)
    }

    func holds(for target: RequestTarget) -> Bool {
        var start = target.query.lowerBound
        while start < target.query.upperBound {
            let rest = target.bytes[start..<target.query.upperBound]
            let end = rest.firstIndex(of: UInt8(ascii: "&")) ?? rest.endIndex
            let pair = rest[..<end]
            let equals = pair.firstIndex(of: UInt8(ascii: "=")) ?? end
            if PercentCoding.decoding(pair[..<equals], equals: name),
                PercentCoding.decoding(pair[min(equals + 1, end)...], equals: value)
            {
                return true
            }
            start = end + 1
        }
        return false
    }
}
