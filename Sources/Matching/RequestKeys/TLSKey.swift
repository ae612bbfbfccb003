import Documents
import Messages

/// `tls`: the TLS session in which the request arrived.
struct TLSKey: RequestKey {
    static let keys: [Key<RequestPattern>] = [
        Key(
            "tls",
            \.tls,
            TLSPattern.codec.codec,
            "Matchers for the TLS session in which the request arrived; over plain HTTP all its values are absent.",
            example: "tls: { sni: { equalTo: localhost } }"
        )
    ]
    static let part = RequestPart.authority

    let parameter: TLSPattern.Parameter
    let matcher: Matcher

    static func check(_ reader: NodeReader, _ members: KnownMembers, _ pattern: RequestPattern) {
        guard pattern.scheme == .http, pattern.tls != nil, let member = members["tls"] else { return }
        reader.log.warning(
            "requests with 'scheme: http' have no TLS session",
            at: member.key,
            suggestion: "remove 'tls', or use 'scheme: https'"
        )
    }

    static func forEach(in pattern: RequestPattern, _ visit: (TLSKey) -> Void) {
        guard let tls = pattern.tls else { return }
        for parameter in TLSPattern.Parameter.allCases {
            if let matcher = tls[parameter] { visit(TLSKey(parameter: parameter, matcher: matcher)) }
        }
    }

    static func mutations(of pattern: RequestPattern) -> [Mutation<RequestPattern>] {
        all(in: pattern).map { condition in
            var changed = pattern
            changed.tls?[condition.parameter] = condition.matcher.flipped
            return Mutation(condition.name, changed)
        }
    }

    func holds(for request: DecodedRequest) -> Bool {
        matcher.matches(value(in: request), now: request.request.receivedAt)
    }

    func cost(on request: DecodedRequest) -> Int { 1 + (value(in: request).map(matcher.cost) ?? 0) }

    func check(in context: CheckContext) -> FieldCheck? {
        let value = value(in: context.request)
        return context.check(name, .any(matcher), value.map { [$0] } ?? [], holds: holds)
    }

    private var name: String { "tls.\(parameter.rawValue)" }

    private func value(in request: DecodedRequest) -> String? {
        guard let security = request.request.security else { return nil }
        return switch parameter {
        case .version: security.version
        case .cipher: security.cipher
        case .serverName: security.serverName
        case .clientSubject: security.clientSubject
        }
    }
}

/// A pattern for the parameters of a TLS session.
package struct TLSPattern: Sendable, Hashable {
    /// A parameter by its name in patterns, templates and the journal.
    enum Parameter: String, Hashable, CaseIterable {
        case version, cipher
        case serverName = "sni"
        case clientSubject = "clientCertificate.subject"
    }

    private var matchers: [Parameter: Matcher] = [:]

    subscript(parameter: Parameter) -> Matcher? {
        get { matchers[parameter] }
        set { matchers[parameter] = newValue }
    }

    static let codec = ObjectCodec(
        "tls",
        "a TLS session",
        TLSPattern(),
        KeyTable.Options(synonyms: ["servername": "sni", "subject": clientCertificateKey]),
        keys: [
            key(.version, "The version, by its usual name.", example: "version: { equalTo: TLSv1.3 }"),
            key(.cipher, "OpenSSL's name of the cipher suite.", example: "cipher: { contains: AES_256_GCM }"),
            key(.serverName, "The server name that the client sends.", example: "sni: { equalTo: localhost }"),
            Key(
                clientCertificateKey,
                clientCertificate.codec,
                "The certificate that the client presents.",
                example: "clientCertificate: { subject: { contains: CN=anna } }",
                set: { $0[.clientSubject] = $1[.clientSubject] },
                get: { $0[.clientSubject] == nil ? nil : $0 }
            ),
        ],
        check: { reader, members, pattern in
            for (parameter, values) in TLSNames.all {
                guard let member = members[parameter.rawValue], let matcher = pattern[parameter] else { continue }
                check(matcher, parameter, values, member, reader.log)
            }
            guard members.node.pairs.isEmpty else { return }
            reader.log.error(
                "'tls' needs a key",
                at: members.node,
                suggestion: "for a request over TLS, whatever its parameters, use 'scheme: https'"
            )
        }
    )

    /// Warns of a matcher that no session meets, or every request.
    private static func check(
        _ matcher: Matcher,
        _ parameter: Parameter,
        _ values: [String?],
        _ member: KnownMembers.Member,
        _ log: IssueLog
    ) {
        let (name, count) = (parameter.rawValue, values.count { matcher.matches($0) })
        switch (count, matcher.matches(nil)) {
        case (0, false):
            let advice = TLSNames.advice(parameter)
            log.warning("no TLS session has such a '\(name)'", at: member.value, suggestion: advice)
        case (0, true) where !(matcher.operation is Absent):
            let advice = "for requests over plain HTTP, use 'scheme: http'"
            log.warning("no TLS session has such a '\(name)'", at: member.value, suggestion: advice)
        // The list of cipher suites is not complete.
        case (values.count, true) where parameter == .version:
            log.warning("every request has such a '\(name)'", at: member.value, suggestion: "remove it")
        case _: break
        }
    }

    private static let clientCertificateKey = "clientCertificate"

    private static let clientCertificate = ObjectCodec(
        "clientCertificate",
        "a client certificate",
        TLSPattern(),
        keys: [
            Key(
                "subject",
                .matcher,
                isRequired: true,
                "The subject in the form of RFC 4514, such as `CN=anna,O=Example`.",
                example: "subject: { contains: CN=anna }",
                set: { $0[.clientSubject] = $1 },
                get: { $0[.clientSubject] }
            )
        ]
    )

    private static func key(_ parameter: Parameter, _ summary: String, example: String) -> Key<TLSPattern> {
        Key(
            parameter.rawValue,
            .matcher,
            summary,
            example: example,
            set: { $0[parameter] = $1 },
            get: { $0[parameter] }
        )
    }
}
