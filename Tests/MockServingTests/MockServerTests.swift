import Foundation
import HTTPTypes
import MockServing
import Support
import Testing

struct MockServerTests {
    @Test func servesLinksThatLeadBackToItself() async throws {
        try await withServer { server in
            var path = "/"
            for relation in ["fuelstations", "first"] {
                let page = try await server.send("GET", path)
                let links = try #require(try json(page)["_links"] as? [String: [String: Any]])
                let target = try #require(links[relation]?["href"] as? String ?? links["self"]?["href"] as? String)
                #expect(target.hasPrefix(server.baseURL.absoluteString + "/fuelstations"))
                path = String(target.dropFirst(server.baseURL.absoluteString.count)).replacing("{?page}", with: "")
            }
            #expect(try await server.send("GET", path).status == 200)
        }
    }

    @Test func keepsTheDigitsOfTheFile() async throws {
        try await withServer { server in
            let station = try await server.send("GET", "/fuelstations/fs291410")
            #expect(station.text.contains(#""price-per-gallon":2.890,"#))
        }
    }

    @Test func givesEachSandboxAFreshStateAndAnOwnJournal() async throws {
        try await withServer { server in
            let (first, second) = (
                server.sandbox(of: "unavailable-then-back"), server.sandbox(of: "unavailable-then-back")
            )
            let path = "/fuelstations/fs291410"
            #expect(try await server.send("GET", first.baseURL.path() + path).status == 503)
            #expect(try await server.send("GET", first.baseURL.path() + path).status == 200)
            #expect(try await server.send("GET", second.baseURL.path() + path).status == 503)
            let requests = try await first.requests()
            #expect(requests.map(\.status) == [503, 200])
            #expect(requests.map(\.interaction) == ["the station", "the station"])
            #expect(try await second.requests().count == 1)
            #expect(try await server.requests().isEmpty)
        }
    }

    @Test func rewritesLinksToTheSandboxThatServesThem() async throws {
        try await withServer { server in
            let sandbox = server.sandbox(of: "fuel-stations")
            let station = try await server.send("GET", sandbox.baseURL.path() + "/fuelstations/fs291410")
            #expect(station.text.contains(#""href":"\#(sandbox.baseURL.absoluteString)/fuelstations/fs291410""#))
        }
    }

    @Test func tellsWhatItHasReceived() async throws {
        try await withServer { server in
            let fields = [
                "Content-Type: application/vnd.fuelstation.example.com-v1.0+json", "X-Trace: 1", "X-Trace: 2",
            ]
            let created = try await server.send(
                "POST",
                "/fuelstations",
                fields: fields,
                body: #"{"fuelstation-name":"Sunoco"}"#
            )
            #expect(created.status == 201)
            let request = try #require(try await server.requests().first)
            #expect(request.method == .post)
            #expect(request.target == "/fuelstations")
            let trace = try #require(HTTPField.Name("X-Trace"))
            #expect(request.headerFields[values: trace] == ["1", "2"])
            #expect(String(decoding: request.body, as: UTF8.self) == #"{"fuelstation-name":"Sunoco"}"#)
            #expect(request.wasMatched && request.status == 201)
        }
    }

    @Test func hasTheRequestInTheJournalBeforeTheClientHasItsAnswer() async throws {
        try await withServer { server in
            for count in 1...50 {
                _ = try await server.send("GET", "/fuelstations/fs291410")
                #expect(try await server.requests().count == count)
            }
        }
    }

    @Test func explainsA404() async throws {
        try await withServer { server in
            let text = try await server.send("GET", "/fuelstations/fs291410/")
            #expect(text.status == 404)
            #expect(text.text.contains("the station"), "\(text.text)")
            let problem = try await server.send("PUT", "/fuelstations", fields: ["Accept: application/hal+json"])
            #expect(problem["Content-Type"] == "application/problem+json")
            #expect(try json(problem)["status"] as? Int == 404)
        }
    }

    @Test func namesTheAddressesThatExist() async throws {
        try await withServer { server in
            let answer = try await server.send("GET", "/~fuel-station/fuelstations")
            #expect(answer.status == 404)
            #expect(answer.text.contains("/~fuel-stations"), "\(answer.text)")
        }
    }

    @Test func servesEachVariantOfAMatrix() async throws {
        try await withServer { server in
            for status in [400, 406, 429, 451] {
                let answer = try await server.send("GET", "/~error-statuses:\(status)/anything")
                #expect(answer.status == status)
                #expect(try json(answer)["status"] as? Int == status)
            }
            #expect(try await server.send("GET", "/~error-statuses:407/").status == 404)
            let sandbox = server.sandbox(of: "error-statuses", values: ["422"])
            #expect(try await server.send("GET", sandbox.baseURL.path() + "/anything").status == 422)
            #expect(try await sandbox.requests().count == 1)
        }
    }

    @Test func answersHEADLikeGETWithoutTheBody() async throws {
        try await withServer { server in
            let get = try await server.send("GET", "/fuelstations/fs291410")
            let head = try await server.send("HEAD", "/fuelstations/fs291410")
            #expect(head.status == 200)
            #expect(head["Content-Length"] == get["Content-Length"])
            #expect(head.body.isEmpty)
        }
    }

    @Test func servesEachStepOfASequenceOnceToManyAtATime() async throws {
        let steps = (0..<400).map { "      - { status: 200, body: \"\($0)\" }" }.joined(separator: "\n")
        let text = "scenario: Steps\ninteractions:\n  - name: step\n    afterLast: noMatch\n    responses:\n\(steps)\n"
        let folder = try ScenarioFolder(["steps.yaml": text])
        for threads in [1, 3] {
            var configuration = MockServerConfiguration()
            configuration.threads = threads
            try await withServer(scenarios: [folder.path], configuration: configuration) { server in
                let bodies = try await withThrowingTaskGroup { group in
                    for _ in 0..<400 { group.addTask { try await server.send("GET", "/").text } }
                    return try await group.reduce(into: []) { $0.append($1) }
                }
                #expect(Set(bodies) == Set((0..<400).map(String.init)))
                #expect(try await server.send("GET", "/").status == 404)
                #expect(try await server.requests().count == 401)
            }
        }
    }

    @Test func refusesToStartWithAWrongFileAndNamesEveryProblem() async throws {
        let folder = try ScenarioFolder([
            "a.yaml": "scenario: A\ninteractions:\n  - response: { status: 99 }\n",
            "b.yaml": "scenario: B\ninteractions:\n  - respons: {}\n",
        ])
        let error = await #expect(throws: MockServerError.self) {
            _ = try await MockServer.start(scenarios: [folder.path])
        }
        #expect(error?.code == .scenarios)
        #expect(error?.description.contains("a.yaml:3:25: error:") == true)
        #expect(error?.description.contains("b.yaml:3:5: error:") == true)
    }

    @Test func saysWhichPortIsTaken() async throws {
        try await withServer { server in
            var configuration = MockServerConfiguration()
            configuration.port = server.port
            let error = await #expect(throws: MockServerError.self) {
                _ = try await MockServer.start(scenarios: [shippedScenarios], configuration: configuration)
            }
            #expect(error?.code == .listening)
            #expect(error?.description.contains("port \(server.port)") == true)
        }
    }

    @Test func swapsScenariosAndKeepsTheOldOnesWhenAFileIsWrong() async throws {
        let folder = try ScenarioFolder(["a.yaml": "scenario: A\ninteractions:\n  - response: { body: old }\n"])
        try await withServer(scenarios: [folder.path]) { server in
            #expect(try await server.send("GET", "/").text == "old")
            try folder.write("a.yaml", "scenario: A\ninteractions:\n  - response: { body: new }\n")
            try await server.reload(scenarios: [folder.path])
            #expect(try await server.send("GET", "/").text == "new")
            try folder.write("a.yaml", "scenario: A\ninteractions:\n  - response: { bdy: newer }\n")
            await #expect(throws: MockServerError.self) { try await server.reload(scenarios: [folder.path]) }
            #expect(try await server.send("GET", "/").text == "new")
        }
    }

    @Test func finishesWhatIsUnderWayWithinTheGrace() async throws {
        let text = "scenario: Slow\ninteractions:\n  - response: { fixedDelayMilliseconds: 300, body: done }\n"
        let folder = try ScenarioFolder(["slow.yaml": text])
        let server = try await MockServer.start(scenarios: [folder.path])
        let client = try await RawClient(port: server.port)
        try await client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        while try await server.requests().isEmpty {}
        await server.stop(grace: .seconds(5))
        #expect(try await client.readResponse().text == "done")
    }

    private func json(_ response: RawResponse) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(response.body)) as? [String: Any])
    }
}
