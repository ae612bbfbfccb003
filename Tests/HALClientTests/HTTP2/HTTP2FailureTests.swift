#if os(Linux)
    import HAL
    import HALClient
    import HTTPTypes
    import NIOHTTP2
    import Testing

    /// HTTP/2 streams and connections that end early, and what is sent again (RFC 9113 §8.7).
    struct HTTP2FailureTests {
        struct Case: Sendable, CustomTestStringConvertible {
            let testDescription: String
            let steps: [FrameServer.Step]
            let kind: ConnectionFailure.Kind
            let bytes: Int

            init(
                _ name: String,
                _ steps: [FrameServer.Step],
                _ kind: ConnectionFailure.Kind,
                bytes: Int = 0
            ) {
                testDescription = name
                self.steps = steps
                self.kind = kind
                self.bytes = bytes
            }
        }

        private static let head = FrameServer.Step.head([(":status", "200"), ("content-type", "application/json")])
        private static let half = FrameServer.Step.data("{\"a\"", ends: false)
        private static let good = [head, .data("{\"a\":1}")]

        private static let fields = String(repeating: "a", count: 10 << 10)

        static let cases = [
            Case("RST_STREAM INTERNAL_ERROR", [.reset(.internalError)], .reset),
            Case("RST_STREAM CANCEL", [.reset(.cancel)], .reset),
            Case("RST_STREAM NO_ERROR", [.reset(.noError)], .reset),
            Case("RST_STREAM ENHANCE_YOUR_CALM", [.reset(.enhanceYourCalm)], .reset),
            Case("RST_STREAM HTTP_1_1_REQUIRED", [.reset(.http11Required)], .reset),
            Case("the end of the connection", [.close], .reset),
            Case("GOAWAY that covers the stream, and the end", [.goAway(last: 1), .close], .reset),
            Case("GOAWAY with an error, and the end", [.goAway(last: 1, .internalError), .close], .reset),
            Case("RST_STREAM after the head", [head, .reset(.internalError)], .truncated),
            Case("RST_STREAM in the body", [head, half, .reset(.internalError)], .truncated, bytes: 4),
            Case("RST_STREAM CANCEL in the body", [head, half, .reset(.cancel)], .truncated, bytes: 4),
            Case("RST_STREAM NO_ERROR in the body", [head, half, .reset(.noError)], .truncated, bytes: 4),
            Case("RST_STREAM REFUSED_STREAM in the body", [head, half, .reset(.refusedStream)], .truncated, bytes: 4),
            Case("the end of the connection in the body", [head, half, .close], .truncated, bytes: 4),
            Case("GOAWAY and the end in the body", [head, half, .goAway(last: 1), .close], .truncated, bytes: 4),
            Case(
                "a body shorter than its length",
                [.head([(":status", "200"), ("content-length", "50")]), .raw(type: 0, flags: 1, "{\"a\"")],
                .truncated
            ),
            Case("DATA without a stream", [.raw(type: 0, flags: 1, stream: 0, "{}")], .protocolViolation),
            Case(
                "DATA whose padding is too long, after the head",
                [head, .raw(type: 0, flags: 8, "\u{7F}")],
                .protocolViolation
            ),
            Case("HEADERS without HPACK", [.raw(type: 1, flags: 5, "\u{7F}\u{7F}\u{7F}")], .protocolViolation),
            Case(
                "a block of more than 16 KiB of fields",
                [.raw(type: 1, flags: 0, fields), .raw(type: 9, flags: 0, fields)],
                .tooLarge
            ),
            Case(
                "more than 16 KiB of fields in a smaller block, for which NIOHTTP2 has no error",
                [.head([(":status", "200"), ("x", String(repeating: "a", count: 17 << 10))], ends: true)],
                .protocolViolation
            ),
            Case("fields without a status", [.fields([("x", "y")])], .protocolViolation),
            Case(
                "a field of connections",
                [.fields([(":status", "200"), ("connection", "close")])],
                .protocolViolation
            ),
            Case("a field with upper-case letters", [.fields([(":status", "200"), ("X", "y")])], .protocolViolation),
            Case("a negative length", [.fields([(":status", "200"), ("content-length", "-5")])], .protocolViolation),
            Case("DATA before the head", [.raw(type: 0, flags: 1, "{}")], .protocolViolation),
            Case("101, which HTTP/2 does not have", [.head([(":status", "101")], ends: true)], .protocolViolation),
        ]

        @Test("is a connection failure of its kind, and is not sent again", arguments: cases)
        func failsAsItsKind(broken: Case) async throws {
            try await FrameServer.with { _ in
                broken.steps
            } run: { server, client in
                let timeouts = Timeouts(firstByte: .seconds(600), idle: .seconds(600))
                let outcome = await client.get(Target(server.url), options: RequestOptions(timeouts: timeouts))
                #expect(outcome.failureKind == broken.kind, "\(outcome)")
                #expect(outcome.failure?.bytesReceived == broken.bytes)
                #expect(server.requests.count == 1)
            }
        }

        @Test(
            "a status that is not three digits is a violation of the protocol",
            arguments: ["-20", "-200", "0", "+200", "2000", "99999999999999999999", "\u{661}00"],
            [true, false]
        )
        func theStatusHasThreeDigits(status: String, ends: Bool) async throws {
            try await FrameServer.with { _ in
                [.fields([(":status", status)], ends: ends)]
            } run: { server, client in
                #expect(await client.get(Target(server.url)).failureKind == .protocolViolation)
            }
        }

        @Test func aStatusBelow100IsReported() async throws {
            try await FrameServer.with { _ in
                [.head([(":status", "099")], ends: true)]
            } run: { server, client in
                #expect(await client.get(Target(server.url)).response?.status == 99)
            }
        }

        static let unprocessed: [[FrameServer.Step]] = [
            [.reset(.refusedStream)], [.goAway(last: 0), .close], [.goAway(last: 0)],
            [.goAway(last: 0, .enhanceYourCalm), .close],
        ]

        @Test(
            "a request that the server did not process is sent again once, with any method",
            arguments: unprocessed,
            [HTTPRequest.Method.get, .head, .put, .post, .patch]
        )
        func isSentAgain(refusal: [FrameServer.Step], method: HTTPRequest.Method) async throws {
            let isFirst = Locked(true)
            try await FrameServer.with { request in
                let refuses = isFirst.withLock { isFirst in
                    defer { isFirst = false }
                    return isFirst
                }
                guard !refuses else { return refusal }
                guard request[":method"] == "HEAD" else { return Self.good }
                return [.head([(":status", "200")], ends: true)]
            } run: { server, client in
                let content: RequestContent? = [.put, .post, .patch].contains(method) ? .json(["b": 2]) : nil
                let outcome = await client.perform(Call<JSONObject>(method, Target(server.url), content: content))
                #expect(outcome.name == "success", "\(outcome)")
                #expect(server.requests.count == 2)
                #expect(Set(server.requests.map(\.body)) == [content == nil ? [] : Array("{\"b\":2}".utf8)])
            }
        }

        @Test("the second refusal is final", arguments: unprocessed)
        func theSecondRefusalIsFinal(refusal: [FrameServer.Step]) async throws {
            try await FrameServer.with { _ in
                refusal
            } run: { server, client in
                #expect(await client.get(Target(server.url)).failureKind == .reset)
                // A refused stream: 1, then 3 on the same connection, which a GOAWAY for 0 precedes anew.
                #expect(server.requests.count == 2)
            }
        }

        @Test func optionsForbidToSendAgain() async throws {
            try await FrameServer.with { _ in
                [.reset(.refusedStream)]
            } run: { server, client in
                let options = RequestOptions(isRetryable: false)
                #expect(await client.get(Target(server.url), options: options).failureKind == .reset)
                #expect(server.requests.count == 1)
            }
        }

        @Test func aRefusedStreamedBodyIsMadeAnew() async throws {
            try await FrameServer.with { request in
                request.stream == 1 ? [.reset(.refusedStream)] : Self.good
            } run: { server, client in
                let stream = StreamedBody {
                    AsyncStream { continuation in
                        for byte in UInt8(1)...3 { continuation.yield([byte]) }
                        continuation.finish()
                    }
                }
                let outcome = await client.post(Target(server.url), .stream(stream, mediaType: nil))
                #expect(outcome.name == "success", "\(outcome)")
                #expect(server.requests.map(\.body) == [[1, 2, 3], [1, 2, 3]])
            }
        }

        @Test(
            "an idempotent request on a kept connection that ends is sent again",
            arguments: [
                (HTTPRequest.Method.get, 3), (.post, 2),
            ]
        )
        func aKeptConnectionThatEnds(method: HTTPRequest.Method, requests: Int) async throws {
            try await FrameServer.with { request in
                request.stream == 3 ? [.close] : Self.good
            } run: { server, client in
                _ = await client.get(Target(server.url))
                let outcome = await client.perform(Call<JSONObject>(method, Target(server.url)))
                #expect(outcome.failureKind == (method == .get ? nil : .reset), "\(outcome)")
                #expect(server.requests.count == requests)
            }
        }

        @Test(arguments: [
            (FrameServer.Step.reset(.internalError), ConnectionFailure.Kind.reset),
            (.fields([("x", "y")]), .protocolViolation), (.raw(type: 0, flags: 1, "{}"), .protocolViolation),
        ])
        func otherStreamsOfTheConnectionGoOn(step: FrameServer.Step, kind: ConnectionFailure.Kind) async throws {
            try await FrameServer.with { request in
                request[":path"] == "/bad" ? [step] : Self.good
            } run: { server, client in
                _ = await client.get(Target(server.url))
                async let bad = client.get(Target(server.url + "bad"))
                async let good = client.get(Target(server.url + "good"))
                #expect(await bad.failureKind == kind)
                #expect(await good.name == "success")
                #expect(await client.get(Target(server.url)).name == "success")
                #expect(Set(server.requests.map(\.connection)) == [1])
            }
        }

        @Test func silenceTimesOut() async throws {
            try await FrameServer.with { _ in
                [Self.head, Self.half]
            } run: { server, client in
                let timeouts = Timeouts(firstByte: .seconds(600), idle: .milliseconds(300))
                let outcome = await client.get(Target(server.url), options: RequestOptions(timeouts: timeouts))
                #expect(outcome.failureKind == .timedOut, "\(outcome)")
            }
        }
    }
#endif
