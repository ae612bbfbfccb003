import Dispatch
import HAL
import HALClient
import HTTPTypes
import Logging

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The short samples of the articles and of doc comments, most of them parts of a function; `FragmentTests` compares
/// them, apart from their layout.
enum Fragments {
    struct Station: Codable, Sendable { var name: String }
    typealias Order = JSONObject

    static func decoder(_ configuration: inout HypermediaClient.Configuration) {
        var decoder = JSONValueDecoder()
        decoder.dates = .secondsSince1970
        configuration.decoder = decoder
    }

    static func start() async throws {
        let client = HypermediaClient("https://shops.example.com/")
        print(try await order("tea", near: "Bath", client))
    }

    static func limits() async -> Outcome<JSONObject> {
        let client = HypermediaClient(
            configuration: .init(
                baseURI: "https://shops.example.com/",
                timeouts: Timeouts(firstByte: .seconds(10), idle: .seconds(5), total: .seconds(20)),
                deadline: .seconds(30)
            )
        )
        let patient = RequestOptions(timeouts: Timeouts(firstByte: .seconds(60)), deadline: .seconds(90))
        return await client.get("/report", options: patient)
    }

    static func callbacks(_ client: HypermediaClient) {
        client.get(
            "/shops/1",
            as: Shop.self,
            on: .main,
            Callbacks(
                success: { page in print(page.model?.name ?? "") },
                serverUnavailable: { closed in print(closed.retryAfter?.date ?? "later") },
                unhandled: { outcome in print(outcome.name) }
            )
        )
    }

    static func credentials(
        _ options: inout RequestOptions,
        _ configuration: inout HypermediaClient.Configuration,
        _ otherToken: String
    ) {
        guard let cdn = Origin("https://cdn.example.com") else { return }
        options.credentialOrigins = [cdn]  // for this call
        options.authorizations = [cdn: .bearer(otherToken)]  // other credentials there
        configuration.credentialOrigins = [cdn]  // for the default headers
    }

    static func switching() async {
        let client = HypermediaClient("https://fp.example.com")
        switch await client.get("/fuelstations/fs291410") {
        case .success(let station): print(station.model ?? [:])
        case .serverUnavailable(let unavailable): print("back at", unavailable.retryAfter?.date as Any)
        case let other: print(other)
        }
    }

    static func targets(_ client: HypermediaClient, _ id: String, _ server: String, _ query: String) async {
        _ = await client.follow(["stations", .next, .curie("ea:find")])
        _ = await client.get("/stations/\(id)")  // id "a/b": /stations/a%2Fb
        _ = await client.get("\(server)/stations/\(id)")  // server "http://a.example": http://a.example/stations/a%2Fb
        _ = await client.get("/stations?\(raw: query)")  // query "a=1&b=2": /stations?a=1&b=2
    }

    static func environments(_ path: String, _ myYAMLReader: @escaping @Sendable ([UInt8]) throws -> JSONValue) throws {
        let address = try ServerAddress("https://fp.example.com:8443", apiPath: "v2")
        print(address.baseURI)  // https://fp.example.com:8443/v2/
        let environments = try ServerEnvironments(contentsOf: path) { try myYAMLReader($0) }
        print(environments)
    }

    static func submit(_ client: HypermediaClient, _ stations: Representation<JSONObject>) async {
        _ = await client.submit("create", of: stations, ["name": "Exxon"])
    }

    static func logging(_ configuration: inout HypermediaClient.Configuration) {
        var logger = Logger(label: "fuel")
        logger.logLevel = .debug
        configuration.middlewares.append(LoggingMiddleware(logger))
    }

    static func throwing(_ client: HypermediaClient) async {
        do {
            let station = try await client.get("/stations/1", as: Station.self).value
            print(station.name)
        } catch .connectionFailure(let failure) {
            print("no response: \(failure.kind)")
        } catch {
            print(error)
        }
    }

    static func walking(_ client: HypermediaClient, _ page: Representation<JSONObject>) async throws {
        for await outcome in client.followAll("station", of: page, as: Station.self) {
            if let station = outcome.success?.model { print(station.name) }
        }
        for try await station in client.pages(from: "/stations").items("station", as: Station.self) {
            print(station.name)
        }
        for try await page in client.pages(from: "/stations") {
            print(page.model ?? [:])
        }
    }

    struct Door: Codable, Sendable {}
    struct Car: Codable, Sendable { var doors: [Door] }

    static func registry() -> ModelRegistry {
        var registry = ModelRegistry()
        registry.register(Door.self, forMediaType: "application/vnd.dummycardoor+json")
        registry.onEmbedded { (car: inout Car, door: Door) in car.doors.append(door) }
        return registry
    }

    static func session(_ secret: String, _ password: String, _ browser: Browser) async {
        let session = OAuthSession(
            client: HypermediaClient(configuration: .init(baseURI: "https://fp.example.com/api/")),
            configuration: OAuthConfiguration(
                tokenEndpoint: "https://fp.example.com/oauth/token",
                client: OAuthClient(id: "pump-app", secret: secret)
            )
        )
        _ = await session.logIn(user: "jsmith", password: password)
        let stations = await session.get("fuelstations")
        print(stations)
        let outcome = await session.logIn(
            with: AuthorizationCode(
                endpoint: "https://login.example.com/authorize",
                redirectURI: "com.example.pump:/signed-in",
                scope: "openid stations"
            )
        ) { page in try await browser.open(page) }
        print(outcome)
    }

    struct Browser: Sendable { func open(_ page: String) async throws -> String { page } }

    static func transfer(_ client: HypermediaClient, _ path: String) async {
        let transfer = client.start(.download("report.pdf", to: path))
        for await progress in transfer.progress { print(progress.fraction ?? 0) }
        print(await transfer.outcome)
    }

    static func expired(_ outcome: Outcome<JSONObject>) -> String {
        switch outcome {
        case .connectionFailure(let failure) where failure.tlsReason == .expired:
            return "The server's certificate has expired."
        case let other: return other.name
        }
    }

    static func lossy(_ page: LossyPage.Page) {
        // /stations/3/price: Expected Double but found a string.
        for failure in page.stations.failures { print(failure) }
    }
}

#if os(Linux)
    extension Fragments {
        static func trust(
            _ companyAuthority: String,
            _ companyCA: String,
            _ identity: [UInt8],
            _ password: String,
            _ secret: String
        ) throws {
            let configuration = TransportConfiguration(
                trust: try .authorities(pem: companyAuthority),
                clientCertificate: try ClientCertificate(pkcs12: identity, password: password),
                proxy: .init(host: "proxy.example.com", port: 3128, authorization: .basic(user: "me", password: secret))
            )
            let client = HypermediaClient(transport: AsyncHTTPClientTransport(configuration: configuration))
            print(client, try otherTrust(companyCA, identity, password))
        }

        private static func otherTrust(
            _ companyCA: String,
            _ identity: [UInt8],
            _ password: String
        ) throws -> TransportConfiguration {
            let configuration = TransportConfiguration(
                trust: try .authorities(pem: companyCA),
                clientCertificate: try ClientCertificate(pkcs12: identity, password: password),
                proxy: TransportConfiguration.Proxy(host: "proxy.example.com", port: 3128)
            )
            return configuration
        }
    }
#endif

extension Fragments {
    enum EmbeddedPage {
        struct Page: Decodable {
            enum CodingKeys: String, CodingKey { case total, orders = "ea:order" }
            var total: Int
            @Embedded var orders: [Order]
        }
    }

    enum LinkedPage {
        struct Page: Decodable {
            @Linked var next: HALLink?
        }
    }

    enum LossyPage {
        struct Page: Decodable {
            var stations: LossyArray<Station>
        }
    }

    struct Counting: CallPerforming {
        let client: any CallPerforming
        let count: @Sendable () -> Void

        func perform<Model>(_ call: Call<Model>) async -> Outcome<Model> {
            count()
            return await client.perform(call)
        }
    }

    struct TextSerializer: Serializer {
        let mediaTypes = [MediaType("text/plain")].compactMap(\.self)

        func decode(_ response: TransportResponse) throws(DecodingFailure) -> Decoded<String> {
            Decoded(model: String(decoding: response.body, as: UTF8.self))
        }

        func encode(_ model: String) throws -> RequestContent {
            RequestContent(Array(model.utf8), mediaType: MediaType("text/plain; charset=utf-8"))
        }
    }

    struct CannedTransport: Transport {
        func send(_ request: TransportRequest) async throws(ConnectionFailure) -> TransportResponse {
            TransportResponse(request: request, status: 204)
        }
    }
}
