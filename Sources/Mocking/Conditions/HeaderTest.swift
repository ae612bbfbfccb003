import Scenarios

/// What the values of one request header must look like, as far as bytes can tell.
struct HeaderTest {
    enum Operation {
        case equalTo([UInt8])
        case equalToIgnoringCase([UInt8])
        case contains([UInt8])
        case absent
    }

    /// Lower case.
    let name: [UInt8]
    let operation: Operation

    /// Nil when the matcher needs more than bytes.
    init?(_ header: Named<MultiValueMatcher>) {
        guard case .any(let matcher) = header.pattern else { return nil }
        switch matcher {
        case .equalTo(let text, caseInsensitive: false): operation = .equalTo(Array(text.utf8))
        case .equalTo(let text, caseInsensitive: true) where text.utf8.allSatisfy { $0 < 128 }:
            operation = .equalToIgnoringCase(Array(text.lowercased().utf8))
        case .contains(let part): operation = .contains(Array(part.utf8))
        case .absent: operation = .absent
        case .equalTo, .doesNotContain, .matches, .doesNotMatch, .equalToJSON, .matchesJSONPath, .and, .or, .not:
            return nil
        }
        name = Array(header.name.lowercased().utf8)
    }

    /// At least one line with that name has a value as wanted; for `absent` there is no such line.
    func holds(for request: IncomingRequest) -> Bool {
        for field in request.fields where request.head.isName(name, at: field.name) {
            switch operation {
            case .absent: return false
            case .equalTo(let text): if request.head.has(text, at: field.value) { return true }
            case .equalToIgnoringCase(let text): if request.head.isName(text, at: field.value) { return true }
            case .contains(let part): if request.head.contains(part, in: field.value) { return true }
            }
        }
        if case .absent = operation { return true }
        return false
    }
}
