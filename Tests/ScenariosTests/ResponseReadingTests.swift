import HAL
import HTTPTypes
import Messages
import Testing

@testable import Matching
@testable import Scenarios

@Suite struct ResponseReadingTests {
    @Test func readsStatusReasonAndHeaders() throws {
        let found = try response("{ status: 503, statusMessage: Down, headers: { A: 1, B: [x, y] } }")
        #expect(found.status == 503 && found.reason == "Down")
        #expect(found.fields.map { "\($0.name.rawName): \($0.value)" } == ["A: 1", "B: x", "B: y"])
    }

    @Test(
        "Bodies are kept as they stand there",
        arguments: [
            ("{}", ResponseDefinition.Body.none), ("{ body: 'a b' }", .text("a b")),
            ("{ body: 2.890 }", .text("2.890")),
            ("{ base64Body: 'AP8=' }", .bytes([0, 255])), ("{ jsonBody: null }", .json(.null)),
            ("{ jsonBody: yes }", .json("yes")),
            ("{ jsonBody: { z: 1, a: [true, ~, '1'] } }", .json(["z": 1, "a": [true, JSONValue.null, "1"]])),
        ]
    )
    func bodies(_ keys: String, _ expected: ResponseDefinition.Body) throws {
        #expect(try response(keys).body == expected)
    }

    @Test("Numbers of a JSON body keep the digits of the file, keys their order")
    func digits() throws {
        let found = try response("{ jsonBody: { b: 2.890, a: 1e400, c: -0.0 } }")
        guard case .json(let value) = found.body else { return #expect(Bool(false), "no JSON") }
        #expect(JSONText.write(value) == #"{"b":2.890,"a":1e400,"c":-0.0}"#)
    }

    @Test func readsTiming() throws {
        let found = try response(
            """
            { fixedDelayMilliseconds: 5, delayDistribution: { type: lognormal, median: 80, sigma: 0.4, maxValue: 500 },
                chunkedDribbleDelay: { numberOfChunks: 3, totalDuration: 9 }, transferEncoding: chunked,
                throttle: { bytesPerSecond: 10 }, rewriteLinks: false, times: 2 }
            """
        )
        #expect(found.fixedDelayMilliseconds == 5)
        #expect(found.delayDistribution == .lognormal(median: 80, sigma: 0.4, maximum: 500))
        #expect(found.dribble == ChunkedDribble(numberOfChunks: 3, totalMilliseconds: 9))
        #expect(found.isChunked && found.bytesPerSecond == 10 && !found.rewritesLinks && found.repetitions == 2)
        #expect(
            try response("{ delayDistribution: { type: fixed, milliseconds: 5 } }").delayDistribution
                == .fixed(milliseconds: 5)
        )
        #expect(
            try response("{ delayDistribution: { type: uniform, lower: 5, upper: 5 } }").delayDistribution
                == .uniform(lower: 5, upper: 5)
        )
    }

    @Test(
        "Retry-After has two forms",
        arguments: [
            ("120", ResponseDefinition.RetryAfter.seconds(120)), ("{ date: 120 }", .date(secondsAhead: 120)),
            ("{ date: -5 }", .date(secondsAhead: -5)),
        ]
    )
    func retryAfter(_ text: String, _ expected: ResponseDefinition.RetryAfter) throws {
        #expect(try response("{ retryAfter: \(text) }").retryAfter == expected)
    }

    @Test(
        "Faults have an effect and a phase, or WireMock's names",
        arguments: [
            ("{ effect: reset, after: request }", Fault(.reset, after: .request)),
            ("{ effect: stall, after: head }", Fault(.stall, after: .head)),
            ("{ effect: close, after: { bodyBytes: 20 } }", Fault(.close, after: .bodyBytes(20))),
            ("{ effect: close, after: 20 }", Fault(.close, after: .bodyBytes(20))),
            ("{ effect: reset }", Fault(.reset, after: .request)),
            ("{ effect: badChunk }", Fault(.badChunk, after: .head)),
            ("reset", Fault(.reset, after: .request)), ("close", Fault(.close, after: .request)),
            ("stall", Fault(.stall, after: .request)), ("garbage", Fault(.garbage, after: .request)),
            ("truncated", Fault(.truncated, after: .head)),
            ("{ effect: truncated, after: 20 }", Fault(.truncated, after: .bodyBytes(20))),
            ("badChunk", Fault(.badChunk, after: .head)), ("goAway", Fault(.goAway, after: .request)),
            ("{ effect: reset, code: CANCEL, after: 2 }", Fault(.reset, after: .bodyBytes(2), code: .cancel)),
            ("{ effect: reset, scope: connection }", Fault(.reset, after: .request, scope: .connection)),
            ("EMPTY_RESPONSE", Fault(.close, after: .request)),
            ("MALFORMED_RESPONSE_CHUNK", Fault(.badChunk, after: .head)),
            ("RANDOM_DATA_THEN_CLOSE", Fault(.garbage, after: .request)),
            ("CONNECTION_RESET_BY_PEER", Fault(.reset, after: .request)),
        ]
    )
    func faults(_ text: String, _ expected: Fault) throws {
        #expect(try response("{ fault: \(text) }").fault == expected)
    }

    @Test(
        "Line feeds of raw heads become CRLF, those of the body stay",
        arguments: [
            (#""HTTP/1.1 200 OK\nA: b\n\nx\ny""#, "HTTP/1.1 200 OK\r\nA: b\r\n\r\nx\ny"),
            (#""HTTP/1.1 200 OK\r\nA: b\n\r\nx\n""#, "HTTP/1.1 200 OK\r\nA: b\r\n\r\nx\n"),
            (
                #""HTTP/1.1 103 Early\nA: b\n\nHTTP/1.1 100 Continue\n\nHTTP/1.1 200 OK\nA: b\n\nx\ny""#,
                "HTTP/1.1 103 Early\r\nA: b\r\n\r\nHTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nA: b\r\n\r\nx\ny"
            ),
            (#""HTTP/1.1 1\n\nx\ny""#, "HTTP/1.1 1\r\n\r\nx\ny"),
            (#""HTTP/9 99""#, "HTTP/9 99"), (#""\nab\n""#, "\r\nab\n"),
        ]
    )
    func raw(_ text: String, _ expected: String) throws {
        #expect(try response("{ raw: \(text) }").raw == Array(expected.utf8))
    }

    @Test func readsRawBytes() throws {
        #expect(try response("{ rawBase64: 'SFRU CkE=', fixedDelayMilliseconds: 1 }").raw == Array("HTT\nA".utf8))
    }

    @Test(
        "Wrong responses",
        arguments: [
            ("{ status: 99 }", "4:25: error: 'status' must be between 100 and 599, not 99"),
            ("{ status: 600 }", "4:25: error: 'status' must be between 100 and 599, not 600"),
            ("{ status: ok }", "4:25: error: 'status' must be an integer, not 'ok'"),
            ("{ status: '200' }", "4:25: error: 'status' must be an integer, not '200'"),
            ("{ status: 99999999999999999999 }", "4:25: error: 'status' must be an integer, not 99999999999999999999"),
            (
                #"{ headers: { A: "b\r\nC: d" } }"#,
                "4:31: error: 'A' contains CR or LF, which would end or break the header"
            ),
            (
                #"{ headers: { A: ["b", "c\n"] } }"#,
                "4:37: error: 'A' contains CR or LF, which would end or break the header"
            ),
            (
                #"{ headers: { A: "b\0" } }"#,
                "4:31: error: 'A' contains a control character, which would end or break the header"
            ),
            (
                #"{ statusMessage: "a\nb" }"#,
                "4:32: error: 'statusMessage' contains CR or LF, which would end or break the header"
            ),
            (#"{ headers: { "A\n": b } }"#, "4:28: error: 'A\n' is not a valid header name"),
            ("{ headers: { ':a': b } }", "4:28: error: ':a' is not a valid header name"),
            ("{ headers: { A: { b: c } } }", "4:31: error: 'A' must be a string, not an object"),
            ("{ headers: { Content-Type: json } }", "4:42: error: 'Content-Type': 'json' is not a valid media type"),
            (
                "{ headers: { Date: today } }",
                "4:34: error: 'Date': 'today' is not a valid HTTP-date; use the form 'Tue, 03 Nov 2026 10:00:00 GMT'"
            ),
            ("{ body: a, jsonBody: 1 }", "4:26: error: either 'body' or 'jsonBody', not both"),
            ("{ base64Body: 'a*' }", "4:29: error: 'base64Body' is not valid Base64"),
            (
                "{ jsonBody: { a: .inf } }",
                "4:32: error: '.inf' is not a valid JSON number; JSON has no infinite and no undefined numbers: use null, or quote it"
            ),
            (
                "{ jsonBody: { a: 1, a: 2 } }",
                "4:35: error: key 'a' is defined twice in this object; the first one is on line 4"
            ),
            (
                "{ bodyFileName: missing.json }",
                "4:31: error: 'bodyFileName': no file 'missing.json' in '.' or its subfolder __files"
            ),
            (
                "{ bodyFileName: /etc/hosts }",
                "4:31: error: 'bodyFileName': '/etc/hosts' is outside the scenario's folder"
            ),
            ("{ retryAfter: soon }", "4:29: error: 'retryAfter' must be an integer, not 'soon'"),
            ("{ times: 0 }", "4:24: error: 'times' must be between 1 and 1000000, not 0"),
            (
                "{ fixedDelayMilliseconds: -1 }",
                "4:41: error: 'fixedDelayMilliseconds' must be between 0 and 86400000, not -1"
            ),
            (
                "{ delayDistribution: { type: normal } }",
                "4:44: error: 'normal' is not a valid 'type'; supported: fixed, uniform, lognormal"
            ),
            (
                "{ delayDistribution: { type: uniform, lower: 2, upper: 1 } }",
                "4:70: error: 'upper' must not be less than 'lower'"
            ),
            (
                "{ delayDistribution: { type: fixed, milliseconds: 1, upper: 1 } }",
                "4:68: error: 'upper' has no effect in type 'fixed'"
            ),
            (
                "{ delayDistribution: { type: lognormal, median: 5, sigma: 1, maxValue: 4 } }",
                "4:86: error: 'maxValue' must not be less than 'median'"
            ),
            ("{ transferEncoding: gzip }", "4:35: error: 'gzip' is not a valid 'transferEncoding'; supported: chunked"),
            (
                "{ throttle: { bytesPerSecond: 0 } }",
                "4:45: error: 'bytesPerSecond' must be between 1 and 2147483647, not 0"
            ),
            (
                "{ fault: explode }",
                "4:24: error: 'explode' is not a valid 'fault'; supported: reset, close, truncated, goAway, stall, "
                    + "garbage, badChunk, EMPTY_RESPONSE, MALFORMED_RESPONSE_CHUNK, RANDOM_DATA_THEN_CLOSE, CONNECTION_RESET_BY_PEER"
            ),
            ("{ fault: RESET }", "4:24: error: 'RESET' is not a valid 'fault'; did you mean 'reset'?"),
            (
                "{ fault: { effect: rest, after: head } }",
                "4:34: error: 'rest' is not a valid 'effect'; did you mean 'reset'?"
            ),
            ("{ fault: { after: head } }", "4:24: error: a fault needs the key 'effect'"),
            (
                "{ fault: { effect: reset, after: body } }",
                "4:48: error: 'body' is not a valid 'after'; supported: request, head, a number of bytes of the body"
            ),
            ("{ raw: a, status: 200 }", "4:25: error: 'status' has no effect with 'raw'"),
            ("{ proxyBaseUrl: 'ftp://x' }", "4:31: error: 'proxyBaseUrl' must be an absolute http or https URL"),
            ("{ proxy: /x }", "4:24: error: 'proxy' must be an absolute http or https URL"),
            ("{ proxy: { to: 'http://u:p@x' } }", "4:30: error: 'to' must be an absolute http or https URL"),
            (
                "{ proxy: { to: 'http://x', removePrefix: a } }",
                "4:56: error: 'removePrefix' must begin with '/'"
            ),
            ("{ proxy: { to: 'http://x' }, body: a }", "4:44: error: 'body' has no effect with 'proxy'"),
            (
                "{ removeProxyRequestHeaders: [X-A] }",
                "4:15: error: the keys of a proxy need 'proxyBaseUrl'"
            ),
            ("{ transformers: response-template }", "4:31: error: 'transformers' must be a list, not a string"),
        ]
    )
    func wrongResponses(_ keys: String, _ expected: String) {
        #expect(messages(response: keys) == ["a.yaml:" + expected])
    }
}
