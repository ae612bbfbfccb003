package import Documents
package import HAL
package import Messages

/// A pattern for requests, WireMock's: a property that is absent matches every request.
package struct RequestPattern: Sendable, Hashable {
    package var method: MethodPattern = .any
    package var url: URLPattern = .any
    package var pathParameters: [Named<Matcher>] = []
    package var queryParameters: [Named<MultiValueMatcher>] = []
    /// Header names compare without case.
    package var headers: [Named<MultiValueMatcher>] = []
    package var cookies: [Named<Matcher>] = []
    package var formParameters: [Named<MultiValueMatcher>] = []
    package var basicAuth: BasicCredentials?
    /// All must match; an empty body is presented as absent.
    package var bodyPatterns: [Matcher] = []
    /// All must match.
    package var multipartPatterns: [PartPattern] = []
    package var scheme: Request.Scheme?
    /// The version of HTTP.
    package var version: Request.Version?
    package var tls: TLSPattern?
    package var host: Matcher?
    package var port: Int?
    package var clientIP: Matcher?
    /// Whether a mapping of WireMock's has the pattern.
    var isMapping = false
    /// A key of WireMock's that is not supported, so that no request matches.
    var unsupportedKey: String?

    package init(method: MethodPattern = .any, url: URLPattern = .any) {
        self.method = method
        self.url = url
    }
}

extension RequestPattern {
    package static let codec = ObjectCodec(
        "request",
        "a request",
        RequestPattern(),
        KeyTable.Options(
            matchingNothing: Set(UnsupportedKey.names),
            synonyms: RequestKeys.all.reduce(into: [:]) { all, key in all.merge(key.synonyms) { first, _ in first } },
            exclusive: [KeyGroup(URLKey.keys.map(\.entry.name), isLenientInWireMock: true)],
            hasDefaults: true
        ),
        keys: RequestKeys.all.flatMap { key in key.keys },
        check: { reader, members, pattern in
            pattern.isMapping = reader.dialect == .wireMock
            pattern.unsupportedKey = UnsupportedKey.names.first { members.node[$0] != nil }
            for key in RequestKeys.all { key.check(reader, members, pattern) }
        }
    )
    .cached()

    /// The pattern as WireMock shows it.
    package var wireMockJSON: JSONValue { Self.codec.write(self) }
}
