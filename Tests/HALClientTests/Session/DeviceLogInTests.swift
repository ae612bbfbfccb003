import HAL
import HTTPTypes
import MockServing
import Testing

@testable import HALClient

/// Log-ins on another device, RFC 8628, over a real socket and without waiting.
struct DeviceLogInTests {
    private static let api = """
          - name: device
            request: { method: POST, urlPath: /device }
            response:
              jsonBody:
                { device_code: d1, user_code: WDJB-MJHT, verification_uri: "https://example.com/device",
                  expires_in: 60, interval: 7 }
        """

    private static func session(_ server: TokenServer, _ clock: RetryMiddlewareTests.RecordingClock) -> OAuthSession {
        OAuthSession(
            client: server.client,
            configuration: server.configuration(),
            clock: clock,
            now: { WallTime(sinceEpoch: .seconds(1_000_000) + clock.slept.reduce(.zero, +)) }
        )
    }

    @Test func asksUntilTheUserHasAnswered() async throws {
        let answers = [
            TokenServer.refusal("authorization_pending"), TokenServer.refusal("slow_down"),
            TokenServer.refusal("authorization_pending"), TokenServer.answer("good1", refresh: "r1"),
        ]
        try await TokenServer.start(token: answers, api: Self.api) { server in
            let clock = RetryMiddlewareTests.RecordingClock()
            let session = Self.session(server, clock)
            let codes = Locked<[DeviceCode]>([])
            let outcome = await session.logIn(withDeviceCodeFrom: server.base + "device", scope: "read") { code in
                codes.withLock { $0.append(code) }
            }
            #expect(outcome.success?.model?.accessToken == "good1")
            #expect(await session.get("station").name == "success")
            #expect(clock.slept == [.seconds(7), .seconds(7), .seconds(12), .seconds(12)])
            let code = try #require(codes.withLock { $0 }.first)
            #expect("\(code)" == "code WDJB-MJHT at https://example.com/device")
            #expect(!String(reflecting: code).contains("d1"))
            #expect(code.expiresAt == WallTime(sinceEpoch: .seconds(1_000_060)))
            let requests = await server.requests
            #expect(requests.first.map { String(decoding: $0.body, as: UTF8.self) } == "client_id=pump&scope=read")
            #expect(requests.first?.headerFields[.authorization]?.hasPrefix("Basic ") == true)
            #expect(
                await server.tokenRequests.last
                    == "grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Adevice_code&device_code=d1"
            )
        }
    }

    @Test(
        "a page that is no http or https URI is not passed on",
        arguments: [
            ("https://example.com/device", "javascript:alert(1)"), ("file:///etc/passwd", "https://example.com/device"),
            ("/device", "https://example.com/device"),
        ]
    )
    func refusesOtherPages(page: String, complete: String) async throws {
        let api = Self.api.replacing(
            #"verification_uri: "https://example.com/device""#,
            with: #"verification_uri: "\#(page)", verification_uri_complete: "\#(complete)""#
        )
        try await TokenServer.start(token: [TokenServer.answer("good1")], api: api) { server in
            let session = Self.session(server, RetryMiddlewareTests.RecordingClock())
            let outcome = await session.logIn(withDeviceCodeFrom: server.base + "device", scope: nil) { code in
                Issue.record("presented \(code)")
            }
            #expect(outcome.name == "undecodable")
        }
    }

    @Test func endsWhenTheCodeExpires() async throws {
        let answers = [TokenServer.refusal("authorization_pending")]
        try await TokenServer.start(token: answers, api: Self.api) { server in
            let clock = RetryMiddlewareTests.RecordingClock()
            let outcome = await Self.session(server, clock).logIn(withDeviceCodeFrom: server.base + "device") { _ in }
            #expect(outcome.failureKind == .timedOut)
            #expect(outcome.failure?.underlying is DeviceCodeExpired)
            #expect(await server.tokenRequests.count == 8)
            #expect(clock.slept.reduce(.zero, +) == .seconds(60), "it does not outlast the code")
        }
    }

    @Test(
        "a refusal ends it",
        arguments: ["access_denied", "expired_token", "invalid_client"]
    )
    func refusals(code: String) async throws {
        try await TokenServer.start(token: [TokenServer.refusal(code)], api: Self.api) { server in
            let clock = RetryMiddlewareTests.RecordingClock()
            let session = Self.session(server, clock)
            let outcome = await session.logIn(withDeviceCodeFrom: server.base + "device") { _ in }
            #expect(outcome.refusal?.code == code)
            #expect(await session.userToken == nil)
            #expect(clock.slept.count == 1)
        }
    }

    @Test func aLaterLogOutEndsIt() async throws {
        let answers = [TokenServer.refusal("authorization_pending")]
        try await TokenServer.start(token: answers, api: Self.api) { server in
            let session = Self.session(server, RetryMiddlewareTests.RecordingClock())
            let outcome = await session.logIn(withDeviceCodeFrom: server.base + "device") { _ in
                await session.logOut()
            }
            #expect(outcome.failureKind == .cancelled)
            #expect(await server.tokenRequests.isEmpty)
        }
    }

    @Test func aServerWithoutDeviceCodes() async throws {
        try await TokenServer.start(api: Self.api) { server in
            let session = Self.session(server, RetryMiddlewareTests.RecordingClock())
            for (path, name) in [("none", "authenticationRequired"), ("station", "authenticationRequired")] {
                let outcome = await session.logIn(withDeviceCodeFrom: server.base + path) { _ in }
                #expect(outcome.name == name)
            }
        }
    }

    @Test(
        "waits longer after each failure of the connection",
        arguments: [
            (.connectionFailure(ConnectionFailure(.timedOut)), .wait, 10),
            (.connectionFailure(ConnectionFailure(.reset)), .wait, 10),
            (.connectionFailure(ConnectionFailure(.tls)), .end, 5),
            (.connectionFailure(ConnectionFailure(.cancelled)), .end, 5),
        ] as [(Outcome<OAuthToken>, DevicePolling.Decision, Int)]
    )
    func failures(outcome: Outcome<OAuthToken>, decision: DevicePolling.Decision, seconds: Int) {
        var polling = DevicePolling(interval: .seconds(5))
        #expect(polling.decision(after: outcome) == decision)
        #expect(polling.interval == .seconds(seconds))
    }
}
