package import Documents
import HAL
import HTTPTypes
internal import Messages

/// `headers`: the header fields of the request.
struct HeadersKey: RequestKey {
    static let keys: [Key<RequestPattern>] = [
        Key(
            "headers",
            \.headers,
            .headerPatterns,
            default: [],
            "Matchers for header fields, by name.",
            example: "headers: { Accept: { contains: hal } }"
        )
    ]
    static let synonyms = ["authorization": "headers"]
    static let part = RequestPart.fields

    let header: Named<MultiValueMatcher>
    /// In lower case.
    let name: String
    /// Whether media types are read as WireMock's server reads them.
    let readsMediaTypes: Bool

    static func forEach(in pattern: RequestPattern, _ visit: (HeadersKey) -> Void) {
        for header in pattern.headers {
            let name = header.name.lowercased()
            let readsMediaTypes = pattern.isMapping && name == JettyMediaType.field
            visit(HeadersKey(header: header, name: name, readsMediaTypes: readsMediaTypes))
        }
    }

    static func mutations(of pattern: RequestPattern) -> [Mutation<RequestPattern>] {
        pattern.mutations(at: "header", \.headers, pattern.headers.mutations)
    }

    var byteForm: ByteCondition? {
        guard case .any(let matcher) = header.pattern, let test = matcher.byteTest else { return nil }
        guard readsMediaTypes else { return .header(name: name, test) }
        switch test.comparison {
        case .absent, .equalToIgnoringCase: return .header(name: name, test)
        case .equalTo where JettyMediaType.isKnown(test.text):
            return .header(name: name, ByteTest(.equalToIgnoringCase, test.text.lowercased()))
        case .equalTo where !JettyMediaType.begins(test.text): return .header(name: name, test)
        case .equalTo, .contains: return nil
        }
    }

    func holds(for request: DecodedRequest) -> Bool { request.matches(header.pattern, values(in: request)) }

    func cost(on request: DecodedRequest) -> Int { header.pattern.cost(on: values(in: request)) }

    func check(in context: CheckContext) -> FieldCheck? {
        let values = values(in: context.request)
        let isSecret = context.purpose.hides(header.name)
        let shown = isSecret ? values.map { Redaction.hidden(header.name, $0) } : nil
        return context.check("header \(header.name)", header.pattern, values, shown: shown) { request in
            holds(for: request)
                || context.purpose.joinsLines && !request.budget.isExhausted
                    && FieldLines(header.name, values).match(header.pattern, now: request.request.receivedAt)
        }
    }

    private func values(in request: DecodedRequest) -> [String] {
        let values = request.headerValues(name)
        guard readsMediaTypes else { return values }
        return values.map { JettyMediaType.read($0, for: header.pattern.exactText) }
    }
}

extension Codec where Value == [Named<MultiValueMatcher>] {
    /// Matchers for header fields, by name.
    package static let headerPatterns = {
        let patterns = Codec<MultiValueMatcher>.multiValueMatcher.named()
        return Codec(shape: patterns.shape) { reader, node, name in
            for pair in node.pairs {
                let name = reader.filled(pair.key)?.text ?? ""
                if HTTPField.Name(name) == nil {
                    reader.log.error("'\(name)' is not a valid header name", at: pair.key)
                }
            }
            guard let values = patterns.read(reader, node, name) else { return nil }
            reader.checkConditions(values, in: node)
            return values
        } write: {
            patterns.write($0)
        }
    }()
}
