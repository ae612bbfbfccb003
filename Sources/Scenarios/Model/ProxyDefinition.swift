import Documents
internal import HAL
package import HTTPTypes

/// A server to which requests are forwarded, and whose response is the response; WireMock's proxying.
package struct ProxyDefinition: Sendable, Hashable {
    /// An absolute `http` or `https` URL; its path precedes that of requests.
    package var target = ""
    /// Fields that forwarded requests have, instead of those of the client with these names.
    package var addedFields: [HTTPField] = []
    /// The names of fields that are not forwarded.
    package var removedFields: [String] = []
    /// The beginning of paths that is not forwarded.
    package var removedPrefix: String?
    /// Whether links of the server lead clients back to the mock server.
    package var rewritesLinks = true
    /// Whether WireMock's mapping defines it: its responses are forwarded byte for byte, and its failures are WireMock's.
    package var isOfMapping = false

    package init(to target: String = "") {
        self.target = target
    }

    /// The target without a final slash, split in its origin and its path; nil if it is not a URL of a server.
    package var place: (origin: String, path: String)? {
        let uri = URIReference(target)
        guard let origin = Origin(uri), ["http", "https"].contains(origin.scheme), !origin.host.isEmpty,
            origin.port.map({ $0 > 0 }) ?? false, uri.authority?.contains("@") != true, uri.query == nil,
            uri.fragment == nil
        else { return nil }
        return (origin.description, uri.path.hasSuffix("/") ? String(uri.path.dropLast()) : uri.path)
    }
}

extension ProxyDefinition {
    static let codec = ObjectCodec(
        "proxy",
        "a proxy",
        ProxyDefinition(),
        keys: [
            Key(
                "to",
                required: \.target,
                .text,
                "The URL of the server; its path precedes that of requests.",
                example: "to: http://127.0.0.1:9000/v2"
            ),
            Key(
                "removePrefix",
                \.removedPrefix,
                .text,
                "The beginning of paths that is not forwarded.",
                example: "to: http://127.0.0.1:9000, removePrefix: /api"
            ),
            Key(
                "addHeaders",
                \.addedFields,
                .fields,
                default: [],
                "Header fields of forwarded requests, instead of those of the client with these names.",
                example: "to: http://127.0.0.1:9000, addHeaders: { X-Forwarded-Proto: https }"
            ),
            Key(
                "removeHeaders",
                \.removedFields,
                Codec.text.list(of: "a name"),
                default: [],
                "Names of header fields that are not forwarded.",
                example: "to: http://127.0.0.1:9000, removeHeaders: [Cookie]"
            ),
            Key(
                "rewriteLinks",
                \.rewritesLinks,
                .boolean,
                default: true,
                "Whether links that begin with `to` are rewritten to the address of the server.",
                example: "to: http://127.0.0.1:9000, rewriteLinks: false"
            ),
        ],
        check: { reader, members, proxy in
            if let member = members["to"], proxy.place == nil {
                reader.log.error("'to' must be an absolute http or https URL", at: member.value)
            }
            if let member = members["removePrefix"], proxy.removedPrefix?.hasPrefix("/") == false {
                reader.log.error("'removePrefix' must begin with '/'", at: member.value)
            }
        }
    )
}

extension ProxyDefinition {
    /// An object, or its `to` alone.
    static let codecOrURL = codec.orText { ProxyDefinition(to: $0) }
}

extension ResponseDefinition {
    private static let baseKey = "proxyBaseUrl"
    private static let proxyKey = "proxy"

    /// The keys of scenario files and of WireMock's mappings.
    static let proxyKeys: [Key<ResponseDefinition>] = [
        Key(
            proxyKey,
            ProxyDefinition.codecOrURL,
            "With `serve --proxy`, the request is forwarded to another server, whose response is the response: a URL or an object with `to`.",
            example: "proxy: { to: 'http://127.0.0.1:9000' }",
            set: { $0.proxy = $1 }
        ),
        Key(
            baseKey,
            .text,
            "WireMock's form of `proxy`: the URL of the server.",
            example: "proxyBaseUrl: 'http://127.0.0.1:9000'",
            set: { response, target in response.changeProxy { $0.target = target } },
            get: { $0.proxy?.target }
        ),
        Key(
            "proxyUrlPrefixToRemove",
            .text,
            "WireMock's form of `removePrefix` of `proxy`.",
            example: "proxyBaseUrl: 'http://127.0.0.1:9000', proxyUrlPrefixToRemove: /api",
            set: { response, prefix in response.changeProxy { $0.removedPrefix = prefix } },
            get: { $0.proxy?.removedPrefix }
        ),
        Key(
            "additionalProxyRequestHeaders",
            .fields,
            "WireMock's form of `addHeaders` of `proxy`.",
            example: "proxyBaseUrl: 'http://127.0.0.1:9000', additionalProxyRequestHeaders: { X-A: b }",
            set: { response, fields in response.changeProxy { $0.addedFields = fields } },
            get: { $0.proxy.flatMap { $0.addedFields.isEmpty ? nil : $0.addedFields } }
        ),
        Key(
            "removeProxyRequestHeaders",
            Codec.text.list(of: "a name"),
            "WireMock's form of `removeHeaders` of `proxy`.",
            example: "proxyBaseUrl: 'http://127.0.0.1:9000', removeProxyRequestHeaders: [Cookie]",
            set: { response, names in response.changeProxy { $0.removedFields = names } },
            get: { $0.proxy.flatMap { $0.removedFields.isEmpty ? nil : $0.removedFields } }
        ),
    ]

    private mutating func changeProxy(_ change: (inout ProxyDefinition) -> Void) {
        var changed = proxy ?? ProxyDefinition()
        changed.isOfMapping = true
        changed.rewritesLinks = false
        change(&changed)
        proxy = changed
    }

    /// Logs a proxy whose server is not one, and the keys without effect beside a proxy.
    static func checkProxy(_ response: inout ResponseDefinition, _ reader: NodeReader, _ members: KnownMembers) {
        guard let proxy = response.proxy else { return }
        let key = members[proxyKey] ?? members[baseKey]
        let isInvalid = key?.value.scalar != nil && proxy.place == nil
        if proxy.target.isEmpty || isInvalid { response.proxy = nil }
        guard reader.dialect != .wireMock else {
            guard isInvalid, let key else { return }
            response.failure = "'\(baseKey)' is not an absolute http or https URL"
            return reader.log.warning("the response is a 500: \(response.failure ?? "")", at: key.value)
        }
        guard let key else {
            return reader.log.error("the keys of a proxy need '\(baseKey)'", at: members.node)
        }
        if isInvalid { reader.log.error("'\(key.name)' must be an absolute http or https URL", at: key.value) }
        for member in members.all where keysWithoutEffect.contains(member.name) {
            reader.log.error("'\(member.name)' has no effect with '\(key.name)'", at: member.key)
        }
    }

    /// The keys that describe a response of the mock server itself.
    private static let keysWithoutEffect = Set(
        bodyKeys + [
            "status", "statusMessage", "raw", "rawBase64", "fault", "etag", "conditional", "retryAfter", "transformers",
            "chunkedDribbleDelay", "throttle", "transferEncoding", "rewriteLinks", SharedRepresentation.useKey,
        ]
    )
}
