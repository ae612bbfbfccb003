import Contracts
import Testing

/// The first line of a driver.
struct DriverHelloTests {
    @Test(
        "a driver without a proper hello does not start",
        arguments: [
            (
                CannedProcess.Answer.raw(.ended("exited with code 127")),
                "the driver exited with code 127 before it sent a hello"
            ),
            (.line("Hello!"), "the driver's first line is not valid JSON (expected a value, at byte 0): 'Hello!'"),
            (.line("{}"), #"the driver's first line is not a valid hello: "hypermockDriver" is missing: '{}'"#),
            (.line(#"{"hypermockDriver":2}"#), "has protocol version 2; this runner supports version 1"),
            (.line(#"{"hypermockDriver":1}"#), #""capabilities" is missing"#),
            (
                .line(#"{"hypermockDriver":1,"capabilities":["links"]}"#),
                #"has an unknown capability "links"; "#
            ),
            (.line(#"{"hypermockDriver":1,"capabilities":[]}"#), #"lacks the capability "outcome""#),
            (.silence, "the driver sent no hello within 0.05 seconds"),
            (.silenceAfter("{\"hyper"), "the driver did not end its line within 0.05 seconds: '{\"hyper'"),
            (.raw(.line([0xFE, 0xFF, 0, 0x7B])), "the driver's first line is UTF-16, not UTF-8"),
        ]
    )
    func aDriverWithoutAProperHelloDoesNotStart(_ hello: CannedProcess.Answer, expected: String) async throws {
        let processes = CannedProcess.Launcher(hellos: [hello], answers: [])
        let pool = DriverPool(helloWithin: hello.isSilence ? .milliseconds(50) : .seconds(600)) { processes.launch() }
        let failure = await #expect(throws: DriverFailure.self) { _ = try await pool.kind(arguments: "") }
        #expect(failure?.message.contains(expected) == true, "\(failure?.message ?? "")")
        #expect(processes.running == 0)
    }
}
