package import Documents
package import HAL
package import HTTPTypes
package import Messages

/// A response as a file defines it; WireMock's response definition.
package struct ResponseDefinition: Sendable {
    /// The source of the body.
    package enum Body: Sendable, Hashable {
        case none
        case text(String)
        case json(JSONValue)
        case bytes([UInt8])
        /// Read when the response is sent.
        case file(StoredBody)
    }

    /// `Retry-After`, in one of its two forms (RFC 9110 §10.2.3).
    package enum RetryAfter: Sendable, Hashable {
        case seconds(Int)
        /// The HTTP-date that many seconds after the response.
        case date(secondsAhead: Int)
    }

    package var status: Int
    package var reason: String?
    /// One line each, in the order of the file.
    package var fields: [HTTPField]
    package var body: Body
    /// The file that the body was read from, as the definition names it.
    package var bodyFileName: String?
    /// Why the response cannot be served; then 500 is sent, with this text.
    package var failure: String?
    /// The entity tag, unless the fields have one; `auto`: computed from the body.
    var eTag: String?
    /// Whether the preconditions of a request are evaluated against the validators in the fields.
    package var isConditional = false
    package var retryAfter: RetryAfter?
    package var fixedDelayMilliseconds: Int?
    package var delayDistribution: DelayDistribution?
    package var dribble: ChunkedDribble?
    /// `transferEncoding: chunked` instead of `Content-Length`.
    package var isChunked: Bool
    /// The speed of the body; nil: as fast as the client reads.
    package var bytesPerSecond: Int?
    package var fault: Fault?
    /// The server whose response this is, if the mock server forwards requests.
    package var proxy: ProxyDefinition?
    /// The exact bytes to send instead of the properties above; the connection is closed after them.
    package var raw: [UInt8]?
    /// The parts of body and fields that are rendered for each request; nil if there are none.
    package var template: ResponseTemplate?
    /// WireMock's names of response transformers.
    package var transformers: [String] = []
    /// The object `parameters` in templates.
    package var transformerParameters: JSONValue?
    package var rewritesLinks: Bool
    /// In a sequence: the number of requests that get this response.
    package var repetitions: Int
    /// The relative frequency among `responses`; nil: they are served in their order.
    package var weight: Int?
    package var location: SourceLocation
    /// Whether a mapping of WireMock's defines the response; then what the definition leaves open is as WireMock sends it.
    package var isMapping = false

    package init(status: Int = 200, fields: [HTTPField] = [], body: Body = .none) {
        self.status = status
        self.fields = fields
        self.body = body
        self.isChunked = false
        self.rewritesLinks = true
        self.repetitions = 1
        self.location = SourceLocation()
    }
}

extension ResponseDefinition {
    static let codec = ObjectCodec(
        "response",
        "a response",
        ResponseDefinition(),
        KeyTable.Options(
            withoutEffect: ["fromConfiguredStub"],
            synonyms: [
                "statuscode": "status", "code": "status", "reason": "statusMessage", "delay": "fixedDelayMilliseconds",
                "latency": "fixedDelayMilliseconds", "fixeddelay": "fixedDelayMilliseconds", "json": "jsonBody",
                "content": "body", "text": "body", "file": "bodyFileName", "bodyfile": "bodyFileName",
                "contenttype": "headers", "content-type": "headers", "location": "headers",
                "bytespersecond": "throttle", "dribble": "chunkedDribbleDelay", "error": "fault",
            ],
            exclusive: [KeyGroup(bodyKeys + [SharedRepresentation.useKey], isLenientInWireMock: true)],
            hasDefaults: true
        ),
        keys: headKeys + contentKeys + SharedRepresentation.keysOfUse() + deliveryKeys + proxyKeys,
        prepare: { $0.scenario.isInTemplate = $0.isTemplate($1) },
        check: { reader, members, response in
            response.location = reader.location(of: members.node)
            response.isMapping = reader.dialect == .wireMock
            checkProxy(&response, reader, members)
            if reader.scenario.isInTemplate { reader.addTemplate(to: &response, members) }
            reader.scenario.isInTemplate = false
            if reader.dialect == .scenario { addContentType(to: &response, reader, members) }
            addEntityTag(to: &response, reader, members)
            checkConditional(response, reader, members)
            checkRaw(reader, members)
        }
    )
    .cached()

    /// The keys with a body, of which a response has one.
    static let bodyKeys = ["body", "jsonBody", "base64Body", bodyFileKey]
    static let bodyFileKey = "bodyFileName"
    static let headersKey = "headers"
    static let transformersKey = "transformers"

    /// The response definition as WireMock shows it.
    package var wireMockJSON: JSONValue { Self.codec.write(self) }

    private static let headKeys: [Key<ResponseDefinition>] = [
        Key(
            "status",
            .status,
            default: 200,
            "The status code.",
            example: "status: 404",
            set: { $0.status = $1 },
            get: { $0.raw == nil ? $0.status : nil }
        ),
        Key(
            "statusMessage",
            \.reason,
            .headerText,
            "The reason phrase; by default that of the status code.",
            example: "statusMessage: Gone fishing"
        ),
        Key(
            headersKey,
            \.fields,
            .fields,
            default: [],
            "Header fields, by name; a list becomes one line per item.",
            example: "headers: { Cache-Control: max-age=60, Link: [</a>; rel=next, </b>; rel=last] }"
        ),
    ]

    /// The keys of the header fields and of the body, which a representation has too.
    static let keysOfContent = (headKeys + contentKeys).filter {
        ([headersKey, eTagKey, conditionalKey] + bodyKeys).contains($0.entry.name)
    }

    static let eTagKey = "etag"
    static let conditionalKey = "conditional"

    private static let contentKeys: [Key<ResponseDefinition>] = [
        Key(
            "body",
            .text,
            "The body as text.",
            example: "body: closed for repair, headers: { Content-Type: text/plain }",
            set: { $0.body = .text($1) },
            get: { if case .text(let text) = $0.body { text } else { nil } }
        ),
        Key(
            "jsonBody",
            .jsonBody,
            "The body as JSON, `application/json` or with `_links` `application/hal+json`; digits are kept.",
            example: "jsonBody: { price: 2.890 }",
            set: { $0.body = .json($1) },
            get: { if case .json(let value) = $0.body { value } else { nil } }
        ),
        Key(
            "base64Body",
            .base64,
            "The bytes of the body, in Base64.",
            example: "base64Body: iVBORw0KGgo=, headers: { Content-Type: image/png }",
            set: { $0.body = .bytes($1) },
            get: { if case .bytes(let bytes) = $0.body, $0.bodyFileName == nil { bytes } else { nil } }
        ),
        Key(
            bodyFileKey,
            .bodyFile,
            "A file with the body, in the folder of the scenario file or its subfolder `__files`; its extension determines the `Content-Type`.",
            example: "bodyFileName: station.json",
            set: {
                $0.bodyFileName = $1.name; $0.body = $1.body; $0.failure = $1.failure
            },
            get: { $0.bodyFileName.map { BodyFile(name: $0, body: .none) } }
        ),
        Key(
            eTagKey,
            \.eTag,
            .entityTag,
            "The `ETag`; `auto` computes it from the body.",
            example: "etag: auto, jsonBody: { price: 2.890 }"
        ),
        Key(
            conditionalKey,
            \.isConditional,
            .boolean,
            default: false,
            "Whether the preconditions of a request are evaluated (RFC 9110 §13): `If-None-Match` and `If-Modified-Since` get 304, `If-Match` and `If-Unmodified-Since` 412.",
            example: "conditional: true, etag: auto, jsonBody: { price: 2.890 }"
        ),
        Key(
            "retryAfter",
            \.retryAfter,
            .retryAfter,
            "`Retry-After`: a number of seconds, or an object with `date`.",
            example: "status: 503, retryAfter: 120"
        ),
        Key(
            "raw",
            .text,
            "The exact text to send as the whole response; line ends of its heads become CRLF.",
            example: #"raw: "HTTP/1.1 200 OK\nContent-Length: 3\n\nabc""#,
            set: { $0.raw = RawResponse.bytes($1) }
        ),
        Key(
            "rawBase64",
            \.raw,
            .base64,
            "The exact bytes to send as the whole response, in Base64.",
            example: "rawBase64: SFRUUC8xLjEgMjA0IE5vIENvbnRlbnQNCg0K"
        ),
        Key(
            transformersKey,
            \.transformers,
            .transformers,
            default: [],
            "`response-template` renders `{{…}}` in the body and the header fields.",
            example:
                "body: '{{request.path}}', headers: { Content-Type: text/plain }, transformers: [response-template]"
        ),
        Key(
            "transformerParameters",
            \.transformerParameters,
            .jsonObject,
            "Values that a template reads as `parameters`.",
            example:
                "body: '{{parameters.who}}', headers: { Content-Type: text/plain }, transformers: [response-template], transformerParameters: { who: Ada }"
        ),
        Key(
            "rewriteLinks",
            \.rewritesLinks,
            .boolean,
            default: true,
            "Whether links that begin with `origin` are rewritten to the address of the server.",
            example: "jsonBody: {}, rewriteLinks: false"
        ),
    ]

    private static let deliveryKeys: [Key<ResponseDefinition>] = [
        Key(
            "times",
            \.repetitions,
            .integer(1...1_000_000),
            default: 1,
            "In `responses`: how many requests get this response.",
            example: "status: 503, times: 2"
        ),
        Key(
            "weight",
            \.weight,
            .integer(0...1_000_000),
            "In `responses`: the relative frequency of this response, which is then drawn at random; 1 for the others.",
            example: "status: 503, weight: 2"
        ),
        Key(
            "fixedDelayMilliseconds",
            \.fixedDelayMilliseconds,
            .milliseconds,
            "The delay before the response.",
            example: "fixedDelayMilliseconds: 250"
        ),
        Key(
            "delayDistribution",
            \.delayDistribution,
            .delayDistribution,
            "A random delay, in addition to the fixed one.",
            example: "delayDistribution: { type: uniform, lower: 50, upper: 150 }"
        ),
        Key(
            "chunkedDribbleDelay",
            \.dribble,
            ChunkedDribble.codec.codec,
            "Sends the body in chunks with pauses between them.",
            example:
                "body: slow, headers: { Content-Type: text/plain }, chunkedDribbleDelay: { numberOfChunks: 4, totalDuration: 200 }"
        ),
        Key(
            "transferEncoding",
            .word(["chunked"]),
            "`chunked` sends the body in chunks instead of with a `Content-Length`.",
            example: "jsonBody: {}, transferEncoding: chunked",
            set: { response, _ in response.isChunked = true },
            get: { $0.isChunked ? "chunked" : nil }
        ),
        Key(
            "throttle",
            \.bytesPerSecond,
            .throttle,
            "Limits the speed of the body.",
            example: "jsonBody: {}, throttle: { bytesPerSecond: 1000 }"
        ),
        Key(
            "fault",
            \.fault,
            .fault,
            "A fault of the connection: an effect, one of WireMock's faults, or an object with `effect` and `after`.",
            example: "fault: reset"
        ),
    ]

    /// Logs keys that have no effect on a raw response.
    private static func checkRaw(_ reader: NodeReader, _ members: KnownMembers) {
        guard let raw = members.all.first(where: { $0.name == "raw" || $0.name == "rawBase64" }) else { return }
        let allowed = [raw.name, "times", "fixedDelayMilliseconds", "delayDistribution"]
        for member in members.all where !allowed.contains(member.name) {
            reader.log.error("'\(member.name)' has no effect with '\(raw.name)'", at: member.key)
        }
    }

    /// Adds the `Content-Type` that the extension of a body file implies; WireMock sends the file without one.
    private static func addContentType(
        to response: inout ResponseDefinition,
        _ reader: NodeReader,
        _ members: KnownMembers
    ) {
        guard let name = response.bodyFileName, case .bytes(let bytes) = response.body,
            !response.fields.contains(where: { $0.name == .contentType }), let member = members[bodyFileKey]
        else { return }
        guard var type = FileMediaType.essence(of: name) else {
            reader.log.warning(
                "the response has no 'Content-Type', and the name '\(name)' does not imply one",
                at: member.value,
                suggestion: "add it to 'headers'"
            )
            return
        }
        if type == MediaType.json.essence, isHAL(bytes) { type = MediaType.hal.essence }
        response.fields.append(HTTPField(name: .contentType, value: type))
    }

    /// Whether the bytes are a JSON object with links or embedded resources.
    private static func isHAL(_ bytes: [UInt8]) -> Bool {
        guard let root = try? JSONComposer.compose(bytes).root else { return false }
        return root["_links"] != nil || root["_embedded"] != nil
    }
}
