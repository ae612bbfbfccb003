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

    var entry: KeyEntry {
        switch self {
        case .status: KeyEntry(.integer(Self.statuses), default: 200, "The status code.", example: "status: 404")
        case .statusMessage:
            KeyEntry(
                .text,
                "The reason phrase; by default that of the status code.",
                example: "statusMessage: Gone fishing"
            )
        case .headers:
            KeyEntry(
                .map(.either([.text, .list(.text)])),
                "Header fields, by name; a list becomes one line per item.",
                example: "headers: { Cache-Control: max-age=60, Link: [</a>; rel=next, </b>; rel=last] }"
            )
        case .body:
            KeyEntry(
                .text,
                "The body as text.",
                example: "body: closed for repair, headers: { Content-Type: text/plain }"
            )
        case .jsonBody:
            KeyEntry(
                .anything,
                "The body as JSON, `application/json` by default; numbers keep their digits, members their order.",
                example: "jsonBody: { price: 2.890 }"
            )
        case .base64Body:
            KeyEntry(
                .text,
                "The bytes of the body, in Base64.",
                example: "base64Body: iVBORw0KGgo=, headers: { Content-Type: image/png }"
            )
        case .bodyFileName:
            KeyEntry(
                .text,
                "A file with the body, beside this one or in `__files`; its extension determines the `Content-Type`.",
                example: "bodyFileName: station.json"
            )
        case .retryAfter:
            KeyEntry(
                .either([.integer(0...Self.seconds.upperBound), .definition(RetryAfterKey.keyTable)]),
                "`Retry-After`: a number of seconds, or an object with `date`.",
                example: "status: 503, retryAfter: 120"
            )
        case .times:
            KeyEntry(
                .integer(1...1_000_000),
                default: 1,
                "In `responses`: how many requests get this response.",
                example: "status: 503, times: 2"
            )
        case .fixedDelayMilliseconds:
            KeyEntry(
                .integer(Self.milliseconds),
                "The delay before the response.",
                example: "fixedDelayMilliseconds: 250"
            )
        case .delayDistribution:
            KeyEntry(
                .definition(DelayKey.keyTable),
                "A random delay, in addition to the fixed one.",
                example: "delayDistribution: { type: uniform, lower: 50, upper: 150 }"
            )
        case .chunkedDribbleDelay:
            KeyEntry(
                .definition(DribbleKey.keyTable),
                "Sends the body in pieces with pauses between them.",
                example:
                    "body: slow, headers: { Content-Type: text/plain }, chunkedDribbleDelay: { numberOfChunks: 4, totalDuration: 200 }"
            )
        case .transferEncoding:
            KeyEntry(
                .choice(["chunked"]),
                "Chunks instead of a `Content-Length`.",
                example: "jsonBody: {}, transferEncoding: chunked"
            )
        case .throttle:
            KeyEntry(
                .definition(ThrottleKey.keyTable),
                "Limits the speed of the body.",
                example: "jsonBody: {}, throttle: { bytesPerSecond: 1000 }"
            )
        case .fault:
            KeyEntry(
                .either([.choice(FaultKey.words), .definition(FaultKey.keyTable)]),
                "What goes wrong on the connection: an effect, one of WireMock's faults, or an object with `effect` and `after`.",
                example: "fault: reset"
            )
        case .raw:
            KeyEntry(
                .text,
                "The exact text to send as the whole response; line ends of the head become CRLF.",
                example: #"raw: "HTTP/1.1 200 OK\nContent-Length: 3\n\nabc""#
            )
        case .rawBase64:
            KeyEntry(
                .text,
                "The exact bytes to send as the whole response, in Base64.",
                example: "rawBase64: SFRUUC8xLjEgMjA0IE5vIENvbnRlbnQNCg0K"
            )
        case .rewriteLinks:
            KeyEntry(
                .boolean,
                default: true,
                "Whether links that begin with `origin` are rewritten to the address of the server.",
                example: "jsonBody: {}, rewriteLinks: false"
            )
        case .transformers:
            KeyEntry(
                .list(.choice([ResponseTemplate.transformer])),
                "`response-template` renders `{{…}}` in the body and the header fields.",
                example:
                    "body: '{{request.path}}', headers: { Content-Type: text/plain }, transformers: [response-template]"
            )
        case .transformerParameters:
            KeyEntry(
                .object,
                "Values for the template, as `parameters`.",
                example:
                    "body: '{{parameters.who}}', headers: { Content-Type: text/plain }, transformers: [response-template], transformerParameters: { who: Ada }"
            )
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
