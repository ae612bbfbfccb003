import Documents
import HAL
import Mocking
import Support
import Testing
import UV
import Valkey

@testable import MockServing

/// A server that joins a shared state.
struct SharedLogTests {
    /// A server without sockets, and its store.
    private final class JoiningServer {
        let store: StandInStore
        let handler: MockHandler
        let shared: SharedState

        init(on loop: Loop, number: Int, merged: [UInt8]) throws {
            var configuration = EngineConfiguration()
            configuration.isShared = true
            store = try StandInStore(on: loop, number: number, merged: merged)
            handler = MockHandler(
                engine: Engine(scenarios: [], configuration: configuration),
                admin: AdminAPI(access: .open, hosts: HostCheck(own: []), services: AdminServices()),
                perform: { _ in }
            )
            shared = try SharedState(
                SharedStateConfiguration(StoreAddress(store.url), replica: "late"),
                on: loop,
                handler: handler,
                readiness: Readiness()
            ) { _, _, _ in }
        }

        func close() {
            shared.close()
            store.close()
        }
    }

    private func join<Value: Sendable>(
        number: Int,
        merged: [UInt8],
        _ body: @escaping @Sendable (Engine) throws -> Value
    ) async throws -> (problem: StoreError?, value: Value) {
        try await withLoopThread {
            try JoiningServer(on: $0, number: number, merged: merged)
        } closing: {
            $0.close()
        } _: { thread in
            let problem = await withCheckedContinuation { (joined: CheckedContinuation<StoreError?, Never>) in
                thread.post { server in server.shared.start { joined.resume(returning: $0) } }
            }
            return (problem, try await thread.perform { try body($0.handler.engine) })
        }
    }

    /// So many that one frame of the stack for each would be too many.
    @Test func repeatsThousandsOfMergedChanges() async throws {
        let count = 10_000
        let changes = (1...count).map { number -> JSONValue in
            let body = Base64.encode(Array(#"{"fixedDelay": \#(number)}"#.utf8))
            return [
                .number(JSONNumber(number)), .string(Address.root.description), "POST", "/settings", .string(body),
            ]
        }
        let joined = try await join(number: count, merged: JSONValue.array(changes).serializedBytes()) { engine in
            try engine.mount(at: .root).settings.fixedDelay
        }
        #expect(joined.problem == nil)
        #expect(joined.value == count)
    }

    @Test(arguments: ["", "[1]", #"[[1, "/", "POST", "/settings", "no base 64!"]]"#])
    func rejectsMergedChangesThatAreNotHypermocks(_ text: String) async throws {
        let joined = try await join(number: 1, merged: Array(text.utf8)) { _ in true }
        #expect(joined.problem?.description.contains("--shared-name") == true)
    }
}
