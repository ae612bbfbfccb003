import HALClient
import HTTPTypes
import MockServing
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

struct SessionSampleTests {
    @Test func theDocumentationShowsTheSampleThatIsCompiledHere() throws {
        let sample = try SampleTests.text("Tests/HALClientTests/Session/SessionSample.swift")
        #expect(try SampleTests.text("Sources/HALClient/HALClient.docc/ComingFromHermod.md").contains(sample))
    }

    @Test func theSampleLogsInOnce() async throws {
        let api = """
              - name: log in
                request: { method: POST, urlPath: /oauth/token }
                response: { jsonBody: { access_token: good1, token_type: Bearer, expires_in: 3600 } }
              - name: the stations
                request: { urlPath: /api/fuelstations, headers: { Authorization: Bearer good1 } }
                response:
                  jsonBody: { _embedded: { fuelstation: [{ fuelstation-name: 7-Eleven }, { fuelstation-name: Exxon }] } }
            """
        let path = FileManager.default.temporaryDirectory.appending(path: "sample-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        try await TokenServer.start(api: api) { server in
            for _ in 0..<2 {
                let address = String(server.base.dropLast())
                let names = await stationNames(of: address, secret: "s", password: "sesame", tokens: path)
                #expect(names == ["7-Eleven", "Exxon"])
            }
            #expect(await server.requests.map(\.method) == [.post, .get, .get])
        }
    }
}
