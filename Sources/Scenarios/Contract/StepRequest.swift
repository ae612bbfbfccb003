import Documents
package import HAL
package import HTTPTypes
import Matching

/// The call that the client makes.
package struct StepRequest: Sendable {
    /// The target of the call.
    package enum Address: Sendable, Hashable {
        /// Resolved against the scenario's address; may be absolute.
        case url(String)
        case follow(FollowedLink)
        case submit(SubmittedForm)
        case target(UnreachableTarget)
    }

    /// The body of the call.
    package enum Body: Sendable, Hashable {
        case text(String)
        case json(JSONValue)
    }

    package static let defaultTimeoutMilliseconds = 5000

    package var method: HTTPRequest.Method = .get
    package var address: Address
    package var accept: String?
    package var acceptLanguage: String?
    package var contentType: String?
    package var body: Body?
    package var authorization: StepAuthorization?
    package var ifModifiedSince: String?
    package var ifUnmodifiedSince: String?
    package var ifMatch: String?
    package var ifNoneMatch: String?
    /// One line each, in the order of the file.
    package var fields: [HTTPField] = []
    package var timeoutMilliseconds = StepRequest.defaultTimeoutMilliseconds
    /// The time limit of the whole call; nil: none.
    package var deadlineMilliseconds: Int?
    /// The pages to request after the first; nil: none.
    package var pages: PageWalk?

    package init(to address: Address) {
        self.address = address
    }
}

extension StepRequest {
    static let codec = ObjectCodec(
        "stepRequest",
        "a step's request",
        StepRequest(to: .url("/")),
        KeyTable.Options(
            exclusive: [
                KeyGroup(addressKeys.map(\.entry.name), isRequired: true), KeyGroup(["body", "jsonBody"]),
                // The template has the method and the type of the content, and the values are the content.
                KeyGroup([submitKey, "method"]), KeyGroup([submitKey, "contentType"]), KeyGroup([submitKey, "body"]),
                KeyGroup([submitKey, "jsonBody"]),
                // Pages are requested with GET.
                KeyGroup([pagesKey, "method"]), KeyGroup([pagesKey, submitKey]), KeyGroup([pagesKey, "body"]),
                KeyGroup([pagesKey, "jsonBody"]),
            ]
        ),
        keys: addressKeys + bodyKeys + limitKeys + fieldKeys
    )
    .cached()

    static let followKey = "follow"
    static let submitKey = "submit"
    private static let pagesKey = "pages"

    private static let addressKeys: [Key<StepRequest>] = [
        Key(
            "url",
            .headerText,
            "The address: relative to that of the scenario, or absolute.",
            example: "url: '/stations?near=Kiel'",
            set: { $0.address = .url($1) }
        ),
        Key(
            followKey,
            .followedLink,
            "A relation of an earlier resource; the client finds and expands the link.",
            example: "follow: { relation: next }",
            set: { $0.address = .follow($1) }
        ),
        Key(
            submitKey,
            .submittedForm,
            "A HAL-FORMS template of an earlier resource; the client validates the values, and sends nothing if one is invalid.",
            example: "submit: { template: create, values: { name: Kiel } }",
            set: { $0.address = .submit($1) }
        ),
        Key(
            "target",
            Codec<UnreachableTarget>.choice,
            "An address that cannot be reached.",
            example: "target: closedPort",
            set: { $0.address = .target($1) }
        ),
    ]

    private static let bodyKeys: [Key<StepRequest>] = [
        Key("method", \.method, .method, default: .get, "The method.", example: "method: PUT, url: /, jsonBody: {}"),
        Key(
            "contentType",
            \.contentType,
            .mediaType,
            "The `Content-Type` of the body.",
            example: "method: POST, url: /, body: hello, contentType: text/plain"
        ),
        Key(
            "body",
            .text,
            "The body as text.",
            example: "method: POST, url: /, contentType: text/plain, body: hello",
            set: { $0.body = .text($1) }
        ),
        Key(
            "jsonBody",
            .json,
            "The body as JSON.",
            example: "method: POST, url: /, jsonBody: { amount: 5 }",
            set: { $0.body = .json($1) }
        ),
    ]

    private static let limitKeys: [Key<StepRequest>] = [
        Key(
            "timeoutMilliseconds",
            \.timeoutMilliseconds,
            .integer(1...Codec<Int>.maximumMilliseconds),
            default: StepRequest.defaultTimeoutMilliseconds,
            "The time limit of the client for the call.",
            example: "url: /, timeoutMilliseconds: 2000"
        ),
        Key(
            "deadlineMilliseconds",
            \.deadlineMilliseconds,
            .integer(1...Codec<Int>.maximumMilliseconds),
            "The time limit of the client for the whole call, with its redirects and requests for tokens.",
            example: "url: /, deadlineMilliseconds: 200"
        ),
        Key(
            pagesKey,
            \.pages,
            PageWalk.codec.codec,
            "All pages of a series, from this one on; the outcome is that of the last page, with the embedded resources of all.",
            example: "url: /stations, pages: { limit: 10 }"
        ),
    ]

    private static let fieldKeys: [Key<StepRequest>] = [
        Key("accept", \.accept, .mediaRanges, "`Accept`.", example: "url: /, accept: application/hal+json"),
        Key(
            "acceptLanguage",
            \.acceptLanguage,
            .headerText,
            "`Accept-Language`.",
            example: "url: /, acceptLanguage: de"
        ),
        Key(
            "authorization",
            \.authorization,
            .authorization,
            "The credentials that the client uses.",
            example: "url: /, authorization: { bearer: token-1 }"
        ),
        Key(
            "ifModifiedSince",
            \.ifModifiedSince,
            .date,
            "`If-Modified-Since`, an HTTP-date.",
            example: "url: /, ifModifiedSince: 'Thu, 01 Jan 2026 00:00:00 GMT'"
        ),
        Key(
            "ifUnmodifiedSince",
            \.ifUnmodifiedSince,
            .date,
            "`If-Unmodified-Since`, an HTTP-date.",
            example: "url: /, ifUnmodifiedSince: 'Thu, 01 Jan 2026 00:00:00 GMT'"
        ),
        Key("ifMatch", \.ifMatch, .headerText, "`If-Match`, entity tags.", example: #"url: /, ifMatch: '"v1"'"#),
        Key(
            "ifNoneMatch",
            \.ifNoneMatch,
            .headerText,
            "`If-None-Match`, entity tags.",
            example: #"url: /, ifNoneMatch: '"v1"'"#
        ),
        Key(
            "headers",
            \.fields,
            .fields,
            default: [],
            "More header fields, by name.",
            example: "url: /, headers: { X-Trace: abc }"
        ),
    ]
}

extension Codec where Value == String {
    /// A list of media types, in which `*` is allowed for a part (RFC 9110 §12.5.1).
    fileprivate static let mediaRanges = Codec(reading: .text) { reader, node, name in
        guard let text = reader.headerText(node, name) else { return nil }
        for range in text.split(separator: ",") { reader.mediaType(String(range.trimmingSpaces), name, at: node) }
        return text
    }
}
