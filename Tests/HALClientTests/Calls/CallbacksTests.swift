import Dispatch
import HAL
import HALClient
import Testing

struct CallbacksTests {
    /// The names of the closures that were called, with a signal for the first one.
    final class Record: Sendable {
        private let state = Locked<[String]>([])
        private let stream: AsyncStream<Void>
        private let signal: AsyncStream<Void>.Continuation

        init() {
            (stream, signal) = AsyncStream.makeStream()
        }

        var names: [String] { state.withLock { $0 } }

        func add(_ name: String) {
            state.withLock { $0.append(name) }
            if name != "notice" { signal.yield() }
        }

        func waitForOutcome() async {
            for await _ in stream { return }
        }

        func callbacks() -> Callbacks<JSONObject> {
            Callbacks(
                success: { _ in self.add("success") },
                redirection: { _ in self.add("redirection") },
                authenticationRequired: { _ in self.add("authenticationRequired") },
                conflict: { _ in self.add("conflict") },
                clientError: { _ in self.add("clientError") },
                serverUnavailable: { _ in self.add("serverUnavailable") },
                serverError: { _ in self.add("serverError") },
                connectionFailure: { _ in self.add("connectionFailure") },
                undecodable: { _ in self.add("undecodable") },
                unhandled: { _ in self.add("unhandled") },
                notice: { _ in self.add("notice") }
            )
        }
    }

    static let queue = DispatchQueue(label: "callbacks")

    /// Waits until all that is on the queue has run.
    static func drain() async {
        await withCheckedContinuation { continuation in queue.async { continuation.resume() } }
    }

    static let outcomes: [(CannedTransport.Answer, String)] = [
        (.hal("{}"), "success"), (.init(304), "redirection"), (.init(401), "authenticationRequired"),
        (.init(409), "conflict"), (.init(404), "clientError"), (.init(503), "serverUnavailable"),
        (.init(500), "serverError"), (.init(.reset), "connectionFailure"), (.hal("["), "undecodable"),
    ]

    @Test("exactly one closure is called, for every method", arguments: outcomes)
    func exactlyOneClosureIsCalled(answer: CannedTransport.Answer, name: String) async {
        let client = HypermediaClient(transport: CannedTransport([answer]))
        let starts: [(Callbacks<JSONObject>) -> CallHandle] = [
            { client.get("http://a.example/", on: Self.queue, $0) },
            { client.post("http://a.example/", .json([:]), on: Self.queue, $0) },
            { client.put("http://a.example/", .json([:]), on: Self.queue, $0) },
            { client.patch("http://a.example/", .json([:]), on: Self.queue, $0) },
            { client.delete("http://a.example/", on: Self.queue, $0) },
        ]
        for start in starts {
            let record = Record()
            _ = start(record.callbacks())
            await record.waitForOutcome()
            await Self.drain()
            #expect(record.names == [name])
        }
    }

    @Test("not giving a closure is no crash", arguments: outcomes.map(\.0))
    func notGivingAClosureIsNoCrash(answer: CannedTransport.Answer) async {
        let client = HypermediaClient(transport: CannedTransport([answer]))
        let record = Record()
        client.get("http://a.example/", on: Self.queue, Callbacks<JSONObject>())
        client.get("http://a.example/", on: Self.queue, Callbacks<JSONObject>(unhandled: { record.add($0.name) }))
        await record.waitForOutcome()
        await Self.drain()
        #expect(record.names.count == 1)
    }

    @Test func callsOnTheQueueThatWasAskedFor() async {
        let key = DispatchSpecificKey<Bool>()
        let queue = DispatchQueue(label: "asked for")
        queue.setSpecific(key: key, value: true)
        let client = HypermediaClient(transport: CannedTransport([.init(301, ["Location": "/b"]), .hal("{}")]))
        let record = Record()
        let callbacks = Callbacks<JSONObject>(
            success: { _ in record.add(DispatchQueue.getSpecific(key: key) == true ? "here" : "elsewhere") },
            notice: { _ in #expect(DispatchQueue.getSpecific(key: key) == true) }
        )
        client.get("http://a.example/", on: queue, callbacks)
        await record.waitForOutcome()
        #expect(record.names == ["here"])
    }

    @Test func a301IsANoticeAndThenTheOutcome() async {
        let transport = CannedTransport([.init(301, ["Location": "/b"]), .init(302, ["Location": "/c"]), .hal("{}")])
        let record = Record()
        HypermediaClient(transport: transport).get("http://a.example/a", on: Self.queue, record.callbacks())
        await record.waitForOutcome()
        await Self.drain()
        #expect(record.names == ["notice", "success"])
    }

    @Test func cancellingCallsConnectionFailureOnce() async throws {
        try await ScriptedServer.with("") { server in
            let record = Record()
            let callbacks = Callbacks<JSONObject>(
                connectionFailure: { record.add($0.kind.rawValue) },
                unhandled: { record.add($0.name) }
            )
            let handle = HypermediaClient().get(Target(server.url), on: Self.queue, callbacks)
            await server.firstRequest()
            handle.cancel()
            handle.cancel()
            await record.waitForOutcome()
            handle.cancel()
            await Self.drain()
            #expect(record.names == ["cancelled"])
        }
    }
}
