import HAL
import HALClient
import HTTPTypes
import Testing

/// A wrapper writes one method, and has all the others.
struct CallPerformingTests {
    /// Counts the calls that pass it.
    private struct Counting: CallPerforming {
        let client: any CallPerforming
        let methods = Locked<[HTTPRequest.Method]>([])

        func perform<Model>(_ call: Call<Model>) async -> Outcome<Model> {
            methods.withLock { $0.append(call.method) }
            return await client.perform(call)
        }
    }

    private static let page = #"{"_links":{"next":{"href":"/2"}},"page":1}"#

    @Test("a wrapper sees every call, in both skins", arguments: Skin.allCases)
    func aWrapperSeesEveryCall(skin: Skin) async {
        let wrapper = Counting(client: HypermediaClient(transport: CannedTransport([.hal(Self.page)])))
        let outcome = await skin.perform(Call<JSONObject>(.delete, "http://a.example/1"), with: wrapper)
        #expect(outcome.success?.model?["page"] == 1)
        #expect(wrapper.methods.withLock { $0 } == [.delete])
    }

    @Test func aWrapperSeesEachStepOfAChain() async {
        let wrapper = Counting(client: HypermediaClient(transport: CannedTransport([.hal(Self.page)])))
        let outcome = await wrapper.follow(["next", "next"], from: "http://a.example/1")
        #expect(outcome.success?.response.url == "http://a.example/2")
        #expect(wrapper.methods.withLock { $0 } == [.get, .get, .get])
    }

    @Test func wrappersWrapWrappers() async {
        let inner = Counting(client: HypermediaClient(transport: CannedTransport([.init(204)])))
        let outer = Counting(client: inner)
        #expect(await outer.put("http://a.example/1", .json([:])).success?.response.status == 204)
        #expect(inner.methods.withLock { $0 } == [.put])
        #expect(outer.methods.withLock { $0 } == [.put])
    }
}
