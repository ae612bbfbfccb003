import Foundation
import HAL
import Messages
import Mocking
import Scenarios
import Support
import Testing
import UV

@testable import MockServing

/// A mock server without sockets: takes requests as values and returns parsed responses.
final class AdminFixture {
    struct Answer {
        let response: RawResponse?
        var status: Int { response?.status ?? 0 }
        var text: String { response?.text ?? "" }
        /// The body; null if it is not valid JSON.
        var json: JSONValue { (try? JSONValue(parsing: response?.body ?? [])) ?? .null }
        var error: JSONValue? { json["errors"]?[0] }
        var pointer: String? { error?["source"]?["pointer"]?.string }

        init(_ response: Response) {
            let end = response.rendered.live == nil ? [] : HTTP1Framing.lastChunk
            self.response = RawResponse.parse(response.rendered.message + end, toHEAD: false, isEnd: true)?.response
        }
    }

    private let handler: MockHandler
    private let features: ServerFeatures
    private let log = Guarded<[AdminEffect]>([])
    /// The scheme of the requests.
    var scheme = Request.Scheme.http
    private var now: Int64 = 1_795_234_304_000

    /// Serves files with these names, scenario files or WireMock's mappings.
    init(
        _ files: [String: String] = [:],
        access: AdminAccess = .open,
        folder: String? = nil,
        showsCredentials: Bool = false,
        journalEntries: Int = 1000,
        compresses: Bool = false,
        features: ServerFeatures = ServerFeatures()
    ) {
        let scenarios = files.sorted { $0.key < $1.key }.map { name, text in
            let result = ScenarioReader.read(Array(text.utf8), path: name)
            #expect(result.issues.isEmpty, "\(result.issues)")
            return result.scenario ?? Scenario(slug: name, title: name)
        }
        var configuration = EngineConfiguration()
        configuration.journalEntries = journalEntries
        self.features = features
        handler = MockHandler(
            engine: Engine(scenarios: scenarios, configuration: configuration),
            admin: AdminAPI(
                access: access,
                hosts: HostCheck(own: ["mock.example.com"]),
                services: AdminServices(folder: folder.map { StubFolder($0) }, showsCredentials: showsCredentials)
            ),
            compressed: compresses ? CompressedAnswers() : nil,
            perform: { [log] effect in log.withLock { $0.append(effect) } }
        )
    }

    /// The effects of the admin API's calls.
    var effects: [AdminEffect] { log.withLock { $0 } }

    @discardableResult
    func send(_ method: String, _ target: String, fields: [String] = [], body: [UInt8]) -> Answer {
        var request = request(method, target, fields: fields, body: body)
        return Answer(features.prepare(&request) ?? respond(to: request))
    }

    /// Sends requests concurrently: each step of their work is done for all before any of them continues.
    func sendTogether(_ method: String, _ target: String, _ bodies: [String]) -> [Answer] {
        var answers = bodies.map { body in
            handler.respond(to: request(method, target, body: Array(body.utf8)), isLogged: false)
        }
        while answers.contains(where: { $0.response.work != nil }) {
            let results = answers.map { $0.response.work?() as? HandlerCompletion }
            answers = zip(answers, results).map { answer, result in
                result?.answer(handler) ?? answer
            }
        }
        return answers.map { Answer($0.response) }
    }

    private func request(_ method: String, _ target: String, fields: [String] = [], body: [UInt8]) -> Request {
        now += 1000
        let lines = ["\(method) \(target) HTTP/1.1", "Host: localhost:8080"] + fields
        let head = Array(lines.joined(separator: "\n").utf8)
        let target = (method.utf8.count + 1)..<(method.utf8.count + 1 + target.utf8.count)
        var start = lines[0].utf8.count + 1
        let places = lines.dropFirst().map { line -> FieldRange in
            let name = line.utf8.prefix { $0 != UInt8(ascii: ":") }.count
            defer { start += line.utf8.count + 1 }
            return FieldRange(name: start..<(start + name), value: (start + name + 2)..<(start + line.utf8.count))
        }
        var request = Request(head: head, method: 0..<method.utf8.count, target: target, fields: places, body: body)
        request.receivedAt = now
        request.scheme = scheme
        return request
    }

    /// The response when all work for it is done.
    private func respond(to request: Request) -> Response {
        var answer = handler.respond(to: request, isLogged: false)
        while let completion = answer.response.work?() as? HandlerCompletion { answer = completion.answer(handler) }
        return features.finish(answer.response, to: request)
    }

    @discardableResult
    func send(_ method: String, _ target: String, fields: [String] = [], _ body: String = "") -> Answer {
        send(method, target, fields: fields, body: Array(body.utf8))
    }

    /// Adds a mapping at an address and returns its id.
    func add(_ mapping: String, at address: String = "") throws -> String {
        let answer = send("POST", address + "/__admin/mappings", mapping)
        #expect(answer.status == 201, "\(answer.text)")
        return try #require(answer.json["id"]?.string)
    }
}

extension AdminFixture {
    static let station = """
        {"mappings": [
          {"id": "11111111-1111-4111-8111-111111111111", "name": "the station",
           "request": {"method": "GET", "url": "/station"}, "response": {"body": "from the file"},
           "metadata": {"suite": "fuel"}},
          {"id": "22222222-2222-4222-8222-222222222222", "name": "a purchase",
           "request": {"method": "POST", "urlPath": "/purchases"}, "response": {"status": 201},
           "scenarioName": "buying", "newScenarioState": "bought"},
          {"id": "33333333-3333-4333-8333-333333333333", "name": "the purchase",
           "request": {"method": "GET", "urlPath": "/purchases/1"}, "response": {"body": "bought"},
           "scenarioName": "buying", "requiredScenarioState": "bought"}
        ]}
        """

    static func withStation() -> AdminFixture {
        AdminFixture(["station.json": station])
    }
}
