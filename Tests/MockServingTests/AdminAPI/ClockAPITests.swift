import HAL
import Testing

@testable import MockServing

struct ClockAPITests {
    private static let time = """
        {"mappings": [{"request": {"url": "/now"},
          "response": {"body": "{{now format='epoch'}}", "transformers": ["response-template"]}}]}
        """

    private func now(_ server: AdminFixture, _ address: String = "") -> Int {
        Int(server.send("GET", address + "/now").text.suffix(13)) ?? 0
    }

    @Test func advancesTheClockOfOneAddress() {
        let server = AdminFixture(["time.json": Self.time])
        #expect(server.send("GET", "/@a/__admin/clock").json["state"] == "real")
        let moved = server.send("POST", "/@a/__admin/clock", #"{"advance": 90.5}"#)
        #expect(moved.status == 200 && moved.json["state"] == "moved" && moved.json["aheadMilliseconds"] == 90_500)
        let here = now(server)
        #expect(now(server, "/@a") == here + 1_000 + 90_500, "the fixture lets a second pass before each request")
        #expect(server.send("GET", "/@b/__admin/clock").json["state"] == "real")
        #expect(server.send("POST", "/@a/__admin/clock", #"{"reset": true}"#).json["aheadMilliseconds"] == 0)
        #expect(now(server, "/@a") == here + 3_000 + 1_000)
    }

    @Test func stopsAndStartsTheClock() {
        let server = AdminFixture(["time.json": Self.time])
        let frozen = server.send("POST", "/__admin/clock", #"{"freeze": "2026-11-22T10:00:00Z"}"#).json
        #expect(frozen["state"] == "frozen" && frozen["now"] == "2026-11-22T10:00:00.000Z")
        #expect(now(server) == now(server))
        server.send("POST", "/__admin/clock", #"{"advance": 3600}"#)
        #expect(server.send("GET", "/__admin/clock").json["now"] == "2026-11-22T11:00:00.000Z")
        #expect(server.send("POST", "/__admin/clock", #"{"run": true}"#).json["state"] == "moved")
        #expect(now(server) + 1_000 == now(server))
    }

    @Test func aResetReturnsToTheSystemsTime() {
        let server = AdminFixture(["time.json": Self.time])
        server.send("POST", "/__admin/clock", #"{"advance": 5}"#)
        server.send("POST", "/__admin/reset")
        #expect(server.send("GET", "/__admin/clock").json["state"] == "real")
    }

    @Test func theJournalShowsBothTimes() {
        let server = AdminFixture(["time.json": Self.time])
        server.send("POST", "/__admin/clock", #"{"freeze": "2026-11-22T10:00:00Z"}"#)
        server.send("GET", "/now")
        let own = server.send("GET", "/__admin/requests?hypermock=true").json["requests"]?[0]
        #expect(own?["clock"] == "2026-11-22T10:00:00.000Z")
        #expect(own?["request"]?["loggedDateString"]?.string?.hasPrefix("2026-11-21T") == true)
        #expect(server.send("GET", "/__admin/requests").json["requests"]?[0]?["clock"] == nil)
    }

    @Test(arguments: [
        (#"{"advance": -1}"#, "/advance", "forwards"), (#"{"advance": 1e9999}"#, "/advance", "seconds"),
        (#"{"advance": 253402300799}"#, "/advance", "9999"), (#"{"advance": "90"}"#, "/advance", "seconds"),
        (#"{"advance": 1e30}"#, "/advance", "seconds"), (#"{"freeze": "tomorrow"}"#, "/freeze", "2026"),
        (#"{"freeze": false}"#, "/freeze", "true"), (#"{"freeze": "1969-12-31T23:59:59Z"}"#, "/freeze", "1970"),
        (#"{"run": 1}"#, "/run", "true"), (#"{"advance": 1, "run": true}"#, "", "exactly one"),
        ("{}", "", "exactly one"),
        (#"{"forward": 1}"#, "/forward", "unknown key"),
    ])
    func saysWhatToDo(body: String, pointer: String, hint: String) {
        let server = AdminFixture()
        let answer = server.send("POST", "/__admin/clock", body)
        #expect(answer.status == 422 && answer.pointer == pointer, "\(answer.text)")
        #expect(answer.error?["detail"]?.string?.contains(hint) == true, "\(answer.text)")
        #expect(server.send("GET", "/__admin/clock").json["state"] == "real")
    }
}
