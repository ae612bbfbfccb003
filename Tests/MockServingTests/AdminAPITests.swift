import Foundation
import MockServing
import Support
import Testing

struct AdminAPITests {
    @Test func saysThatItIsHealthyUnderEachAddress() async throws {
        try await withServer { server in
            for prefix in ["", "/~redirects", "/~redirects@a", "/@a", "/~error-statuses:400"] {
                let answer = try await server.send("GET", prefix + "/__admin/health")
                #expect(answer.status == 200, "\(prefix)")
            }
        }
    }

    @Test func listsTheRequestsOfOneAddressNewestFirst() async throws {
        try await withServer { server in
            _ = try await server.send("GET", "/~redirects/old/301")
            _ = try await server.send("GET", "/~redirects/nowhere")
            _ = try await server.send("GET", "/fuelstations")
            let page = try await json(server.send("GET", "/~redirects/__admin/requests"))
            let events = try #require(page["requests"] as? [[String: Any]])
            #expect(
                events.map { ($0["request"] as? [String: Any])?["url"] as? String } == [
                    "/nowhere", "/old/301",
                ]
            )
            #expect(events.map { $0["wasMatched"] as? Bool } == [false, true])
            let unmatched = try await json(server.send("GET", "/~redirects/__admin/requests?unmatched=true&limit=1"))
            #expect((unmatched["requests"] as? [Any])?.count == 1)
            #expect((unmatched["meta"] as? [String: Any])?["total"] as? Int == 1)
        }
    }

    @Test(arguments: ["limit=-1", "limit=x", "offset=99999999999999999999", "since=yesterday", "unmatched=perhaps"])
    func refusesParametersThatItDoesNotUnderstand(query: String) async throws {
        try await withServer { server in
            let answer = try await server.send("GET", "/__admin/requests?\(query)")
            #expect(answer.status == 400)
            #expect(answer.text.contains("errors"))
        }
    }

    @Test func forgetsTheRequestsOfOneAddress() async throws {
        try await withServer { server in
            _ = try await server.send("GET", "/fuelstations")
            _ = try await server.send("GET", "/~redirects/old/301")
            #expect(try await server.send("DELETE", "/__admin/requests").status == 200)
            #expect(try await server.requests().isEmpty)
            let page = try await json(server.send("GET", "/~redirects/__admin/requests"))
            #expect((page["requests"] as? [Any])?.count == 1)
        }
    }

    @Test func showsAndSetsTheStateOfMachines() async throws {
        try await withServer { server in
            let list = "/~purchase-logs@t/fuelstations/fs291410/purchase-logs"
            #expect(try await server.send("GET", list).text.contains(#""total":0"#))
            let state = "/~purchase-logs@t/__admin/scenarios/purchase-logs/state"
            #expect(try await server.send("PUT", state, body: #"{"state":"posted"}"#).status == 200)
            #expect(try await server.send("GET", list).text.contains(#""total":1"#))
            #expect(try await server.send("PUT", state, body: #"{"state":"nowhere"}"#).status == 422)
            #expect(try await server.send("PUT", state, body: "{").status == 422)
            let machines = try await json(server.send("GET", "/~purchase-logs@t/__admin/scenarios"))
            let machine = try #require((machines["scenarios"] as? [[String: Any]])?.first)
            #expect(machine["state"] as? String == "posted")
            #expect(machine["possibleStates"] as? [String] == ["Started", "posted", "deleted"])
            #expect(try await server.send("POST", "/~purchase-logs@t/__admin/scenarios/reset").status == 200)
            #expect(try await server.send("GET", list).text.contains(#""total":0"#))
        }
    }

    @Test func answersUnknownResourcesAndMethods() async throws {
        try await withServer { server in
            for (method, path, status) in [
                ("GET", "/nothing", 404), ("POST", "/requests", 405), ("DELETE", "/health", 405),
            ] {
                let answer = try await server.send(method, "/__admin" + path)
                #expect(answer.status == status, "\(method) \(path)")
            }
        }
    }

    private func json(_ response: RawResponse) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(response.body)) as? [String: Any])
    }
}
