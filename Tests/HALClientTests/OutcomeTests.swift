import HAL
import HALClient
import Testing

struct OutcomeTests {
    @Test(
        "each status becomes its outcome",
        arguments: TransportUnderTest.allCases,
        [
            (200, "success"), (201, "success"), (299, "success"), (300, "redirection"), (304, "redirection"),
            (305, "redirection"), (307, "redirection"), (308, "redirection"), (399, "redirection"),
            (400, "clientError"), (401, "authenticationRequired"), (404, "clientError"), (409, "conflict"),
            (471, "clientError"), (500, "serverError"), (503, "serverUnavailable"), (599, "serverError"),
            (600, "serverError"), (999, "serverError"),
        ]
    )
    func statusBecomesOutcome(over transport: TransportUnderTest, expected: (Int, String)) async throws {
        let (status, name) = expected
        try await ScriptedServer.with(.init("HTTP/1.1 \(status) X\r\nContent-Length: 0\r\n\r\n")) { server in
            let outcome = await transport.client().get(Target(server.url))
            #expect(outcome.name == name)
            #expect(outcome.response?.status == status)
        }
    }
}
