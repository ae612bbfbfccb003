import HAL
import HALClient
import HTTPTypes
import Testing

/// Every row of the table, for every method, in both skins, over each transport, against the shipped scenarios.
struct OutcomeTableTests {
    /// A skin over a transport.
    struct Way: Sendable, CustomTestStringConvertible {
        let transport: TransportUnderTest
        let skin: Skin
        var testDescription: String { "\(skin) over \(transport)" }

        static let all = TransportUnderTest.allCases.flatMap { transport in
            Skin.allCases.map { Way(transport: transport, skin: $0) }
        }
    }

    @Test("each answer ends in its outcome, whatever the method", arguments: OutcomeTable.rows, Way.all)
    func eachAnswerEndsInItsOutcome(row: OutcomeTable.Row, way: Way) async throws {
        let expected = way.transport.rawValue == "urlSession" ? row.outcomeOverURLSession ?? row.outcome : row.outcome
        for method in [HTTPRequest.Method.get, .post, .put, .patch, .delete] {
            for ending in try await Self.endings(of: method, at: row.place, way) {
                #expect(ending.outcome.name == expected, "\(method) \(row.answer): \(ending.outcome)")
                #expect(row.isCarried(ending), "\(method) \(row.answer) without \(row.carries): \(ending.outcome)")
            }
        }
    }

    @Test("silence is a time-out, before the head and after it", arguments: Way.all, ["/stall", "/stall-after-head"])
    func silenceIsATimeOut(way: Way, path: String) async throws {
        let base = try await ScenarioTests.address(of: "broken-connections")
        for method in [HTTPRequest.Method.get, .post, .put, .patch, .delete] {
            var call = Self.call(method, base + path)
            call.options.timeouts = Timeouts(firstByte: .milliseconds(300), idle: .milliseconds(300))
            let outcome = await way.skin.perform(call, with: way.transport.client())
            #expect(outcome.failureKind == .timedOut, "\(method) \(outcome)")
        }
    }

    private static func endings(
        of method: HTTPRequest.Method,
        at place: OutcomeTable.Place,
        _ way: Way
    ) async throws -> [OutcomeTable.Ending] {
        switch place {
        case .scenario(let scenario, let paths):
            let base = try await ScenarioTests.address(of: scenario)
            return await endings(of: method, at: paths.map { (base, $0) }, way)
        case .statuses(let matrix, let statuses):
            var addresses: [(String, String)] = []
            for status in statuses {
                addresses.append((try await ScenarioTests.address(of: "\(matrix):\(method.rawValue):\(status)"), "/"))
            }
            return await endings(of: method, at: addresses, way)
        case .script(let answers):
            let server = try await ScriptedServer.start(answers)
            let endings = await endings(of: method, at: [(server.url, "/")], way)
            try await server.stop()
            return endings
        case .address(let address):
            return await endings(of: method, at: [(address, "")], way)
        }
    }

    private static func endings(
        of method: HTTPRequest.Method,
        at addresses: [(base: String, path: String)],
        _ way: Way
    ) async -> [OutcomeTable.Ending] {
        let client = way.transport.client(HypermediaClient.Configuration(timeouts: Timeouts(firstByte: .seconds(600))))
        var endings: [OutcomeTable.Ending] = []
        for (base, path) in addresses {
            let notices = Notices()
            var call = call(method, base + path)
            call.options.onNotice = notices.add
            let outcome = await way.skin.perform(call, with: client)
            endings.append(OutcomeTable.Ending(outcome: outcome, notices: notices.all, base: base))
        }
        return endings
    }

    private static func call(_ method: HTTPRequest.Method, _ url: String) -> Call<JSONObject> {
        let hasBody = method != .get && method != .delete
        return Call(method, Target(url), content: hasBody ? .json(["a": 1]) : nil)
    }
}

/// The notices of a call.
private final class Notices: Sendable {
    private let noticed = Locked<[CallNotice]>([])

    var all: [CallNotice] { noticed.withLock { $0 } }

    @Sendable func add(_ notice: CallNotice) {
        noticed.withLock { $0.append(notice) }
    }
}
