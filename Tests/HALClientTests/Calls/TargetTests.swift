import HAL
import HALClient
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

struct TargetTests {
    private static let base = "http://a.example/api/"

    private func url(of target: Target) async -> String? {
        let transport = CannedTransport([.init(204)])
        _ = await HypermediaClient(Self.base, transport: transport).get(target)
        return transport.requests.first?.url
    }

    @Test("an interpolated value is one segment or one value; at the start, it is a URI")
    func interpolation() async {
        let (id, query, server) = ("a/b?c#d%é", "a=1&b=2", "http://b.example/x")
        let encoded = "a%2Fb%3Fc%23d%25%C3%A9"
        #expect(await url(of: "stations/\(id)/logs") == Self.base + "stations/\(encoded)/logs")
        #expect(await url(of: "/s?q=\(id)&n=\(7)") == "http://a.example/s?q=\(encoded)&n=7")
        #expect(await url(of: "\(server)/\(server)") == "http://b.example/x/http%3A%2F%2Fb.example%2Fx")
        #expect(await url(of: "/s?\(raw: query)") == "http://a.example/s?a=1&b=2")
    }

    @Test func aURLIsATarget() async throws {
        let url = try #require(URL(string: "http://b.example/x?y=1"))
        let relative = try #require(URL(string: "x/y"))
        let transport = CannedTransport([.init(204)])
        let client = HypermediaClient(Self.base, transport: transport)
        _ = await client.get(url)
        _ = await client.post(url, .json([:]))
        _ = await client.put(relative, .json([:]))
        _ = await client.patch(url, .json([:]))
        _ = await client.delete(url)
        let sent = transport.requests.map { "\($0.method) \($0.url)" }
        let methods = ["GET", "POST", "PUT", "PATCH", "DELETE"]
        #expect(sent == methods.map { "\($0) \($0 == "PUT" ? Self.base + "x/y" : url.absoluteString)" })
    }

    @Test("relations are written by name, as strings or as CURIEs; variables are values")
    func relations() async throws {
        let start = #"""
            {"_links": {"next": {"href": "/2"}, "curies": [{"name": "ea", "href": "/rels/{rel}", "templated": true}]}}
            """#
        let find = #"""
            {"_links": {"/rels/find": {"href": "/find{?q,n,fields,none}", "templated": true},
             "curies": [{"name": "ea", "href": "/rels/{rel}", "templated": true}]}}
            """#
        let transport = CannedTransport([.hal(start), .hal(find), .hal(find), .init(204)])
        let client = HypermediaClient(Self.base, transport: transport)
        let (word, none) = ("a b", nil as String?)
        let found = LinkStep(
            .curie("ea:find"),
            variables: ["q": word, "n": 3, "fields": ["x", "y"], "none": none]
        )
        _ = try await client.follow([.next, found]).get()
        #expect(
            transport.requests.map(\.url) == [
                Self.base, "http://a.example/2", "http://a.example/find?q=a%20b&n=3&fields=x,y",
            ]
        )
    }
}
