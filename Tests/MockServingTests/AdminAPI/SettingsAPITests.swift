import HAL
import Testing

@testable import MockServing

struct SettingsAPITests {
    @Test(arguments: ["POST", "PUT"])
    func replacesTheSettings(method: String) {
        let server = AdminFixture()
        #expect(server.send("GET", "/__admin/settings").json == ["settings": ["extended": [:]]])
        let settings = #"{"fixedDelay": 5, "delayDistribution": {"type": "uniform", "lower": 1, "upper": 2}}"#
        #expect(server.send(method, "/__admin/settings", settings).json == [:])
        let shown = server.send("GET", "/__admin/settings").json["settings"]
        #expect(shown?["fixedDelay"] == 5)
        #expect(shown?["delayDistribution"] == ["type": "uniform", "lower": 1, "upper": 2])
        #expect(server.send(method, "/__admin/settings", #"{"settings": {"extended": {"a": 1}}}"#).status == 200)
        #expect(server.send("GET", "/__admin/settings").json["settings"]?["fixedDelay"] == nil)
    }

    @Test func addsToTheExtendedOnes() {
        let server = AdminFixture()
        #expect(server.send("PATCH", "/__admin/settings/extended", #"{"extended": {"a": 1}}"#).json == [:])
        #expect(server.send("PATCH", "/__admin/settings/extended", #"{"extended": {"b": [2]}}"#).json == [:])
        #expect(server.send("GET", "/__admin/settings").json["settings"]?["extended"] == ["a": 1, "b": [2]])
    }

    @Test func delayResponsesThatSayNothingThemselves() {
        let server = AdminFixture.withStation()
        server.send("POST", "/~station/__admin/settings", #"{"fixedDelay": 250}"#)
        for (address, delay) in [("/~station", 250), ("", 0), ("/~station@a", 0)] {
            server.send("GET", address + "/station")
            let event = server.send("GET", address + "/__admin/requests").json["requests"]?[0]
            #expect(event?["timing"]?["addedDelay"]?.number?.int == delay, "\(address)")
        }
        server.send(
            "POST",
            "/~station/__admin/mappings",
            #"{"request": {"url": "/own"}, "response": {"fixedDelayMilliseconds": 3}}"#
        )
        server.send("GET", "/~station/own")
        let event = server.send("GET", "/~station/__admin/requests").json["requests"]?[0]
        #expect(event?["timing"]?["addedDelay"] == 3)
    }

    @Test(arguments: [
        (#"{"fixedDelay": -1}"#, "/fixedDelay"), (#"{"fixedDelay": "5"}"#, "/fixedDelay"),
        (#"{"settings": {"fixedDelay": 1e99}}"#, "/settings/fixedDelay"), (#"{"delay": 5}"#, "/delay"),
        (#"{"delayDistribution": {"type": "gauss"}}"#, "/delayDistribution/type"), (#"{"settings": 1}"#, "/settings"),
        (
            #"{"settings": {"delayDistribution": {"type": "uniform", "lower": "x", "upper": 2}}}"#,
            "/settings/delayDistribution/lower"
        ),
        (#"{"extended": 1}"#, "/extended"), (#"{"proxyPassThrough": "no"}"#, "/proxyPassThrough"), ("no", ""),
        (#"{"settings": {"x/y": 1}}"#, "/settings/x~1y"), (#"{"fixedDelay": 1, "settings": {}}"#, "/fixedDelay"),
        (#"{"delayDistribution": {"type": null, "lower": 1}}"#, "/delayDistribution"),
    ])
    func saysWhereTheyAreWrong(body: String, pointer: String) {
        let answer = AdminFixture().send("POST", "/__admin/settings", body)
        #expect(answer.status == 422)
        #expect(answer.pointer?.hasPrefix(pointer) == true, "\(answer.text)")
    }
}
