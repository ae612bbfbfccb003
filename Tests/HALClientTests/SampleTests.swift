import HAL
import HALClient
import HTTPTypes
import Logging
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

struct SampleTests {
    /// A file of the package.
    static func text(_ path: String) throws -> String {
        let root = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
        return try String(contentsOf: URL(filePath: "/\(root)/\(path)"), encoding: .utf8)
    }

    @Test func theDocumentationShowsTheSampleThatIsCompiledHere() throws {
        let sample = try Self.text("Tests/HALClientTests/Sample.swift")
        let article = try Self.text("Sources/HALClient/HALClient.docc/HALClient.md")
        #expect(article.contains(sample))
        #expect(sample.split(separator: "\n").count <= 30)
    }

    @Test func theArticleOnHermodShowsTheSampleThatIsCompiledHere() async throws {
        let article = try Self.text("Sources/HALClient/HALClient.docc/ComingFromHermod.md")
        #expect(article.contains(try Self.text("Tests/HALClientTests/HermodSample.swift")))
        let folder = try TemporaryFolder()
        let path = try folder.file("receipt.pdf", [1, 2, 3])
        for (status, isTaken) in [(201, true), (413, false)] {
            let transport = CannedTransport([.init(status)])
            let client = HypermediaClient(configuration: .init(baseURI: "http://a.example/"), transport: transport)
            #expect(await upload(path, with: client) == isTaken)
            #expect(transport.requests.map(\.url) == ["http://a.example/receipts"])
        }
    }

    @Test func theArticleOnLargeFilesShowsTheSampleThatIsCompiledHere() async throws {
        let article = try Self.text("Sources/HALClient/HALClient.docc/LargeFiles.md")
        #expect(article.contains(try Self.text("Tests/HALClientTests/Transfers/DownloadSample.swift")))
        let folder = try TemporaryFolder()
        let client = HypermediaClient(transport: CannedTransport([.init(200, [:], "abc"), .init(.refused)]))
        #expect(await download("http://a.example/r", to: folder.path + "/r", client) == "3 bytes")
        let failure = await download("http://a.example/r", to: folder.path + "/r", client)
        #expect(failure == "refused: call again to get the rest")
    }

    @Test func theSampleOfUploadsSendsTheFile() async throws {
        let folder = try TemporaryFolder()
        let path = try folder.file("film.mp4", [1, 2, 3])
        let transport = CannedTransport([.init(204)])
        let client = HypermediaClient(transport: transport)
        #expect(await upload(film: path, to: "http://a.example/films/1", client) == "success")
        #expect(transport.requests.map(\.method) == [.put])
    }

    @Test func theArticleOnSessionsShowsTheSampleThatIsCompiledHere() async throws {
        let article = try Self.text("Sources/HALClient/HALClient.docc/Sessions.md")
        #expect(article.contains(try Self.text("Tests/HALClientTests/Session/BrowserLogInSample.swift")))
        let session = OAuthSession(
            client: HypermediaClient(transport: CannedTransport([.init(500)])),
            configuration: OAuthConfiguration(tokenEndpoint: "http://a.example/", client: OAuthClient(id: "pump"))
        )
        #expect(await logIn(session) { _ in "com.example.pump:/signed-in?code=c&state=s" } == "state")
    }

    @Test func theSampleOfALogInPostsAgain() async throws {
        let token = #"{"access_token": "t", "token_type": "bearer"}"#
        let transport = CannedTransport([
            .init(401), .init(200, ["Content-Type": "application/json"], token), .init(201),
        ])
        var configuration = OAuthConfiguration(tokenEndpoint: "http://a.example/token", client: OAuthClient(id: "pump"))
        configuration.usesAppToken = false
        let client = HypermediaClient(configuration: .init(baseURI: "http://a.example/api/"), transport: transport)
        let session = OAuthSession(client: client, configuration: configuration)
        #expect(await post(.json(["gallons": 1]), session, "ann", "secret") == "success")
        let logs = "http://a.example/api/logs"
        #expect(transport.requests.map(\.url) == [logs, "http://a.example/token", logs])
    }

    @Test func theArticleOnModelsShowsTheSampleThatIsCompiledHere() async throws {
        let article = try Self.text("Sources/HALClient/HALClient.docc/CodableModels.md")
        #expect(article.contains(try Self.text("Tests/HALClientTests/Serializers/ModelsSample.swift")))
        let body = """
            {"total": 5, "_links": {"curies": [{"name": "shop", "href": "/rels/{rel}", "templated": true}]}, "_embedded":
             {"shop:customer": {"name": "Ann"}, "shop:line": [{"product": "tea"}, {"product": 1}, {"product": "jam"}]}}
            """
        let client = HypermediaClient(transport: CannedTransport([.hal(body)]))
        let place = "/_embedded/shop:line/1/product: Expected String but found a number."
        #expect(await describe(order: "http://a.example/", client) == "Ann ordered tea, jam; \(place)")
    }

    @Test(
        "the sample of forms tells what happened",
        arguments: [
            ("Exxon", "created http://a.example/s/1"), ("exxon", "name: the value does not match '[A-Z].*'"),
            ("", "name: a value is required"),
        ]
    )
    func theArticleOnFormsShowsTheSampleThatIsCompiledHere(name: String, told: String) async throws {
        let article = try Self.text("Sources/HALClient/HALClient.docc/Forms.md")
        #expect(article.contains(try Self.text("Tests/HALClientTests/Forms/FormsSample.swift")))
        let create = #"{"method": "POST", "properties": [{"name": "name", "required": true, "regex": "[A-Z].*"}]}"#
        let list = #"{"_links": {"self": {"href": "/s"}}, "_templates": {"create": \#(create)}}"#
        let client = HypermediaClient(transport: CannedTransport([.hal(list), .init(201, ["Location": "/s/1"])]))
        #expect(await createStation(named: .string(name), at: "http://a.example/s", client) == told)
    }

    @Test func theArticleOnPagingShowsTheSampleThatIsCompiledHere() async throws {
        let article = try Self.text("Sources/HALClient/HALClient.docc/Paging.md")
        #expect(article.contains(try Self.text("Tests/HALClientTests/Paging/PagingSample.swift")))
        let first = """
            {"_links": {"next": {"href": "/2"}, "station": [{"href": "/c"}]}, "_embedded": {"station": [{"name": "A"}]}}
            """
        let second = #"{"_embedded": {"station": [{"name": "B"}]}}"#
        let answers = [first, second, first, #"{"name": "C"}"#].map { CannedTransport.Answer.hal($0) }
        let client = HypermediaClient(transport: CannedTransport(answers))
        #expect(try await stationNames(of: "http://a.example/", client) == ["A", "B", "C"])
    }

    @Test(arguments: [
        ("Caching", "Caching"), ("CodableModels", "OtherMediaTypes"), ("GettingStarted", "GettingStarted"),
        ("Middlewares", "Middlewares"), ("Outcomes", "Outcomes"), ("Paging", "PagingEnd"), ("Sessions", "StoredTokens"),
        ("TestingYourClient", "Testing"),
    ])
    func theArticlesShowTheSamplesThatAreCompiledHere(article: String, name: String) throws {
        let text = try Self.text("Sources/HALClient/HALClient.docc/\(article).md")
        #expect(text.contains(try Self.text("Tests/HALClientTests/Samples/\(name)Sample.swift")))
    }

    @Test(
        "the sample of the end of a walk tells it",
        arguments: [
            (.hal("{}"), "1"), (.init(404), "rejected with 404 after 1 pages"),
            (.init(500), "1 or more: after 1 pages at http://a.example/2: serverError"),
        ] as [(CannedTransport.Answer, String)]
    )
    func theEndOfAWalkIsTold(_ second: CannedTransport.Answer, told: String) async {
        let first = #"{"_links": {"next": {"href": "/2"}}, "_embedded": {"station": [{"name": "A"}]}}"#
        let client = HypermediaClient(transport: CannedTransport([.hal(first), second]))
        #expect(await stationCount(of: "http://a.example/", client).hasPrefix(told))
    }

    @Test func theSampleOfCachingSaysHowOldAPriceIs() async throws {
        let shop = #"{"name": "Tea & Co", "price": 3.5}"#
        let answers = [("max-age=600", shop), ("max-age=0", shop)].map { control, body in
            CannedTransport.Answer(200, ["Cache-Control": control, "Content-Type": "application/json"], body)
        }
        let client = cachingClient("http://a.example/", CannedTransport(answers + [.init(.refused)]))
        #expect(try await datedPrice(of: "tea", client) == "3.5")
        #expect(try await datedPrice(of: "tea", client) == "3.5, as of 0 s ago")
        #expect(try await datedPrice(of: "jam", client) == "3.5")
        #expect(try await datedPrice(of: "jam", client) == "3.5, offline")
    }

    @Test func theSampleOfMiddlewaresRetriesAndNamesRequests() async throws {
        let shop = CannedTransport.Answer(200, ["ETag": "\"1\""], #"{"name": "Tea & Co", "price": 3}"#)
        let transport = CannedTransport([.init(503, ["Retry-After": "0"]), shop, .init(412)])
        let client = patientClient("http://a.example/", Logger(label: "pump"), transport)
        #expect(try await setPrice(of: "tea", to: 3.5, client) == "changed by somebody else")
        let name = try #require(HTTPField.Name("X-Request-Id"))
        #expect(transport.requests.map { $0.fields[name] } == ["pump-1", "pump-2", "pump-3"])
        #expect(transport.requests.last?.fields[.ifMatch] == "\"1\"")
    }

    @Test func gettingStartedOrdersAtTheFirstShop() async throws {
        let home = #"{"_links": {"search": {"href": "/find{?near}", "templated": true}}}"#
        let found = #"{"_links": {"item": [{"href": "/shops/1"}, {"href": "/shops/2"}]}}"#
        let shop = #"{"name": "Tea & Co", "price": 3, "_links": {"orders": {"href": "orders"}}}"#
        let transport = CannedTransport([.hal(home), .hal(found), .hal(shop), .init(201, ["Location": "/orders/7"])])
        let client = HypermediaClient("http://a.example/", transport: transport)
        #expect(try await order("tea", near: "St. Ives", client) == "Tea & Co has it: http://a.example/orders/7")
        let urls = ["", "find?near=St.%20Ives", "shops/1", "shops/orders"].map { "http://a.example/" + $0 }
        #expect(transport.requests.map(\.url) == urls)
        #expect(transport.requests.last?.body == Array(#"{"product":"tea"}"#.utf8))
    }

    @Test(
        "the sample of outcomes describes each",
        arguments: [
            (.hal(#"{"price": 3.20}"#), "3.20", "undecodable"), (.init(404), "no such product", "clientError"),
            (.init(422), "rejected", "clientError"), (.init(.refused), "no response: refused", "connectionFailure"),
            (.init(401, ["WWW-Authenticate": "Basic realm=shops"]), "unexpected", "log in to shops"),
            (.hal("["), "invalid: ", "undecodable"),
        ] as [(CannedTransport.Answer, String, String)]
    )
    func outcomesAreDescribed(_ answer: CannedTransport.Answer, switched: String, thrown: String) async {
        let client = HypermediaClient("http://a.example", transport: CannedTransport([answer]))
        #expect(await price(of: "tea", client).hasPrefix(switched))
        #expect(await seller(of: "tea", client) == thrown)
    }

    @Test(
        "the sample tells what happened",
        arguments: [
            ("HTTP/1.1 201 X\r\nLocation: /logs/1\r\nContent-Length: 0\r\n\r\n", "logged at"),
            ("HTTP/1.1 401 X\r\nWWW-Authenticate: T realm=all\r\nContent-Length: 0\r\n\r\n", "log in to all"),
            ("HTTP/1.1 409 X\r\nContent-Length: 7\r\n\r\n{\"a\":1}", #"they have "#),
            (
                "HTTP/1.1 503 X\r\nRetry-After: Sun, 06 Nov 1994 08:49:37 GMT\r\nContent-Length: 0\r\n\r\n",
                "back at Sun, 06 Nov"
            ),
        ]
    )
    func theSampleTellsWhatHappened(answer: String, said: String) async throws {
        let body = #"{"fuelstation-name": "A", "price-per-gallon": 2.5, "_links": {"purchase_logs": {"href": "logs"}}}"#
        let station = "HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
        try await ScriptedServer.with(.init(station), .init(answer)) { server in
            let told = await fillUp(at: Target(server.url + "/s/"), gallons: 12.5)
            #expect(told.hasPrefix(said), "\(told)")
            let post = try #require(server.requests.last)
            #expect(post.hasPrefix("POST /s/logs HTTP/1.1\r\n"))
            #expect(post.contains(#"FPAuthToken fp-token="f9ab2e18""#))
        }
    }
}
