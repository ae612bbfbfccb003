import HAL
import HALClient
import HTTPTypes
import Testing

/// Credentials are sent to the origin that they were given for, by whichever road a request leads elsewhere.
struct CredentialRoadTests {
    /// A way from one call to a request that the caller has not named.
    enum Road: String, CaseIterable, Sendable {
        case link, follow, followFarther, redirect, redirectThenLink, linkOfLink, contentLocation, created,
            embeddedItself
        case linkByHand, cached

        /// The response of the caller's origin; `other` is the address of the last request.
        func answers(_ other: String) -> [CannedTransport.Answer] {
            let link = #"{"_links": {"next": {"href": "\#(other)"}}}"#
            let here = #"{"_links": {"next": {"href": "/here"}}}"#
            let hop = CannedTransport.Answer(302, ["Location": other])
            return switch self {
            case .link, .follow, .linkByHand: [.hal(link), .init(204)]
            case .followFarther: [.hal(here), .hal(link), .init(204)]
            case .redirect: [hop, .init(204)]
            case .redirectThenLink: [hop, .hal(here), .init(204)]
            case .linkOfLink: [.hal(link), .hal(here), .init(204)]
            case .contentLocation: [.init(200, ["Content-Location": other], link), .init(204)]
            case .created: [.init(201, ["Location": other], here), .init(204)]
            case .embeddedItself:
                [
                    .hal(#"{"_embedded": {"next": {"_links": {"self": {"href": "\#(other)"}}}}}"#), .init(204),
                ]
            case .cached:
                [
                    .hal(link), .init(200, ["ETag": "\"1\"", "Cache-Control": "no-cache"], "{}"), .init(304),
                ]
            }
        }
    }

    /// The credentials of a caller.
    enum Secret: String, CaseIterable, Sendable {
        case authorization, authorizationField, cookie, proxyAuthorization, key, session
        case defaultAuthorization, defaultCookie, defaultKey, defaultKeyWithBase

        var field: String {
            switch self {
            case .authorization, .authorizationField, .defaultAuthorization: "Authorization"
            case .cookie, .defaultCookie: "Cookie"
            case .proxyAuthorization: "Proxy-Authorization"
            case .key, .defaultKey, .defaultKeyWithBase: "X-Api-Key"
            case .session: "X-Session-Id"
            }
        }

        var options: RequestOptions {
            switch self {
            case .authorization: RequestOptions(authorization: .bearer("SECRET"))
            case .authorizationField, .cookie, .proxyAuthorization, .key, .session:
                RequestOptions(headers: [field: "SECRET"])
            case .defaultAuthorization, .defaultCookie, .defaultKey, .defaultKeyWithBase: RequestOptions()
            }
        }

        var configuration: HypermediaClient.Configuration {
            switch self {
            case .authorization, .authorizationField, .cookie, .proxyAuthorization, .key, .session:
                HypermediaClient.Configuration()
            case .defaultAuthorization, .defaultCookie, .defaultKey:
                HypermediaClient.Configuration(headers: [field: "SECRET"])
            case .defaultKeyWithBase: HypermediaClient.Configuration(baseURI: home, headers: [field: "SECRET"])
            }
        }
    }

    static let home = "http://a.example/start"
    static let others = [
        ("http://a.example/x", true), ("http://A.example:80/x", true), ("http://b.example/x", false),
        ("http://a.example:81/x", false), ("https://a.example/x", false), ("http://a.example@b.example/x", false),
    ]

    /// The requests that were made on the road, with the origin of each.
    private static func travel(_ road: Road, _ secret: Secret, to other: String) async throws -> [TransportRequest] {
        let transport = CannedTransport(road.answers(other))
        var configuration = secret.configuration
        if road == .cached { configuration.middlewares = [CacheMiddleware()] }
        let client = HypermediaClient(configuration: configuration, transport: transport)
        var options = secret.options
        switch road {
        case .follow: _ = await client.follow(["next"], from: Target(home), options: options)
        case .followFarther: _ = await client.follow(["next", "next"], from: Target(home), options: options)
        case .redirect: _ = await client.get(Target(home), options: options)
        case .link, .contentLocation, .created, .redirectThenLink, .embeddedItself, .linkByHand, .linkOfLink, .cached:
            let page = try #require(await client.post(Target(home), .json([:]), options: options).success)
            let target = road == .linkByHand ? try byHand(page) : Target.link("next", of: page, embedded: .prefer)
            options.redirectPolicy = RedirectPolicy.none
            if road == .embeddedItself {
                _ = await client.put(target, .json([:]), options: options)
            } else {
                let next = await client.get(target, options: options)
                guard road == .linkOfLink || road == .cached else { break }
                let second = try #require(next.success)
                let again: Target = road == .cached ? target : .link("next", of: second)
                _ = await client.get(again, options: options)
            }
        }
        return transport.requests
    }

    private static func byHand(_ page: Representation<JSONObject>) throws -> Target {
        .link(try #require(page.links["next"].first), base: page.baseURI)
    }

    @Test("credentials stay at home", arguments: Road.allCases, Secret.allCases)
    func credentialsStayAtHome(road: Road, secret: Secret) async throws {
        let name = try #require(HTTPField.Name(secret.field))
        for (other, isHome) in Self.others {
            let requests = try await Self.travel(road, secret, to: other)
            #expect(requests.count >= 2, "\(other)")
            #expect(requests.first?.fields[name]?.contains("SECRET") == true, "\(other)")
            let homeOrigin = Origin(URIReference(Self.home))
            for request in requests {
                let isSent = request.fields[name] != nil
                #expect(!isSent || request.origin == homeOrigin, "\(secret) was sent to \(request.url)")
                if isHome { #expect(isSent, "\(secret) was not sent to \(request.url)") }
            }
        }
    }

    @Test func aCallerNamesOtherOrigins() async throws {
        let other = try #require(Origin(URIReference("http://b.example")))
        let transport = CannedTransport(Road.link.answers("http://b.example/x"))
        let client = HypermediaClient(
            configuration: HypermediaClient.Configuration(
                baseURI: Self.home,
                headers: ["X-Api-Key": "SECRET"],
                credentialOrigins: [other]
            ),
            transport: transport
        )
        let options = RequestOptions(
            headers: ["Cookie": "SECRET"],
            authorization: .bearer("SECRET"),
            credentialOrigins: [other]
        )
        let page = try #require(await client.get("", options: options).success)
        _ = await client.get(.link("next", of: page), options: options)
        #expect(transport.requests.last?.origin == other)
        for name in ["Authorization", "Cookie", "X-Api-Key"].compactMap({ HTTPField.Name($0) }) {
            #expect(transport.requests.last?.fields[name]?.contains("SECRET") == true, "\(name)")
        }
    }

    @Test func credentialsByOriginTakeThePlaceOfThoseThatStayBehind() async throws {
        let other = try #require(Origin(URIReference("http://b.example")))
        let transport = CannedTransport(Road.link.answers("http://b.example/x"))
        let client = HypermediaClient(transport: transport)
        let options = RequestOptions(authorization: .bearer("home"), authorizations: [other: .bearer("other")])
        let page = try #require(await client.get(Target(Self.home), options: options).success)
        _ = await client.get(.link("next", of: page), options: options)
        #expect(transport.requests.map { $0.fields[.authorization] } == ["Bearer home", "Bearer other"])
    }

    @Test func otherDefaultHeadersGoEverywhere() async throws {
        let transport = CannedTransport(Road.link.answers("http://b.example/x"))
        let configuration = HypermediaClient.Configuration(headers: ["X-Colour": "green"])
        let client = HypermediaClient(configuration: configuration, transport: transport)
        _ = await client.follow(["next"], from: Target(Self.home))
        let name = try #require(HTTPField.Name("X-Colour"))
        #expect(transport.requests.map { $0.fields[name] } == ["green", "green"])
    }

    @Test func aURIThatTheCallerWritesIsNamed() async {
        let transport = CannedTransport([.init(204)])
        let configuration = HypermediaClient.Configuration(baseURI: Self.home, headers: ["X-Api-Key": "SECRET"])
        let client = HypermediaClient(configuration: configuration, transport: transport)
        _ = await client.get("http://b.example/x", options: RequestOptions(authorization: .bearer("for b")))
        #expect(transport.requests.first?.fields[.authorization] == "Bearer for b")
        #expect(HTTPField.Name("X-Api-Key").map { transport.requests.first?.fields[$0] } == .some(nil))
    }
}
