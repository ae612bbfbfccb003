internal import HAL
import Messages

/// The keys of a response.
enum ResponseKey: String, KnownKey {
    case status, statusMessage, headers, body, jsonBody, base64Body, bodyFileName, retryAfter, times
    case fixedDelayMilliseconds, delayDistribution, chunkedDribbleDelay, transferEncoding, throttle
    case fault, raw, rawBase64, rewriteLinks, transformers, transformerParameters

    static let owner = "a response"
    static let definition = "response"
    static let unsupported: Set<String> = [
        "proxyBaseUrl", "proxyUrlPrefixToRemove", "additionalProxyRequestHeaders", "removeProxyRequestHeaders",
        "fromConfiguredStub",
    ]
    static let synonyms = [
        "statuscode": "status", "code": "status", "reason": "statusMessage", "delay": "fixedDelayMilliseconds",
        "latency": "fixedDelayMilliseconds", "fixeddelay": "fixedDelayMilliseconds", "json": "jsonBody",
        "content": "body", "text": "body", "file": "bodyFileName", "bodyfile": "bodyFileName",
        "contenttype": "headers", "content-type": "headers", "etag": "headers", "location": "headers",
        "bytespersecond": "throttle", "dribble": "chunkedDribbleDelay", "error": "fault",
    ]
    static let table = makeTable()
    static let bodies: [Self] = [.body, .jsonBody, .base64Body, .bodyFileName]
    static let exclusive = [bodies]
    static let statuses = 100...599
    static let milliseconds = 0...86_400_000
    static let seconds = -2_147_483_648...2_147_483_647

    var shape: Shape {
        switch self {
        case .status: .integer(Self.statuses)
        case .statusMessage, .body, .base64Body, .bodyFileName, .raw, .rawBase64: .text
        case .headers: .map(.either([.text, .list(.text)]))
        case .jsonBody: .anything
        case .retryAfter: .either([.integer(0...Self.seconds.upperBound), .definition(RetryAfterKey.definition)])
        case .times: .integer(1...1_000_000)
        case .fixedDelayMilliseconds: .integer(Self.milliseconds)
        case .delayDistribution: .definition(DelayKey.definition)
        case .chunkedDribbleDelay: .definition(DribbleKey.definition)
        case .transferEncoding: .choice(["chunked"])
        case .throttle: .definition(ThrottleKey.definition)
        case .fault: .either([.choice(FaultKey.words), .definition(FaultKey.definition)])
        case .rewriteLinks: .boolean
        case .transformers: .list(.choice([ResponseTemplate.transformer]))
        case .transformerParameters: .object
        }
    }

    var defaultValue: JSONValue? {
        switch self {
        case .status: 200
        case .times: 1
        case .rewriteLinks: true
        case .statusMessage, .headers, .body, .jsonBody, .base64Body, .bodyFileName, .retryAfter,
            .fixedDelayMilliseconds, .delayDistribution, .chunkedDribbleDelay, .transferEncoding, .throttle, .fault,
            .raw, .rawBase64, .transformers, .transformerParameters:
            nil
        }
    }

    var summary: String {
        switch self {
        case .status: "The status code; 200 by default."
        case .statusMessage: "The reason phrase."
        case .headers: "Header fields; a list makes one line of each item."
        case .body: "The body as text."
        case .jsonBody: "The body as JSON; numbers keep their digits, keys their order."
        case .base64Body: "The body's bytes in Base64."
        case .bodyFileName:
            """
            A file beside this one, in the folder __files there, or in the one beside WireMock's mappings. Its extension \
            gives the Content-Type.
            """
        case .retryAfter: "Retry-After: seconds, or { date: seconds from the moment of answering }."
        case .times: "In a sequence: how often before the next one."
        case .fixedDelayMilliseconds: "How long to wait before answering."
        case .delayDistribution: "A random delay that is added to the fixed one."
        case .chunkedDribbleDelay: "The body in pieces with pauses before them."
        case .transferEncoding: "chunked instead of Content-Length."
        case .throttle: "How fast the body is sent."
        case .fault: "What goes wrong on the wire: an effect, one of WireMock's faults, or { effect: …, after: … }."
        case .raw: "The exact text to send instead of everything else; line ends of the head become CRLF."
        case .rawBase64: "The exact bytes to send instead of everything else, in Base64."
        case .rewriteLinks: "Whether links under the origin are served under the live address; true by default."
        case .transformers: "response-template: expressions in braces in the body and the header fields are worked out."
        case .transformerParameters: "What templates see as parameters."
        }
    }
}

/// WireMock's four faults.
enum WireMockFault: String, CaseIterable, Sendable {
    case emptyResponse = "EMPTY_RESPONSE"
    case malformedResponseChunk = "MALFORMED_RESPONSE_CHUNK"
    case randomDataThenClose = "RANDOM_DATA_THEN_CLOSE"
    case connectionResetByPeer = "CONNECTION_RESET_BY_PEER"

    var fault: Fault {
        switch self {
        case .emptyResponse: Fault(.close, after: .request)
        case .malformedResponseChunk: Fault(.badChunk, after: .head)
        case .randomDataThenClose: Fault(.garbage, after: .request)
        case .connectionResetByPeer: Fault(.reset, after: .request)
        }
    }
}
