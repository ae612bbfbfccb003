import HAL
import HTTPTypes
import Testing

@testable import HALClient

struct FreshnessTests {
    private static let now = WallTime(sinceEpoch: .seconds(1_000_000_000))

    private static func date(_ seconds: Int) -> String {
        HTTPDate(secondsSinceEpoch: 1_000_000_000 + seconds).description
    }

    private static func answer(_ fields: KeyValuePairs<String, String>, status: Int = 200, delay: Int = 0)
        -> StoredResponse
    {
        var headers = RequestHeaders()
        for (name, value) in fields { headers.append(name, value) }
        return StoredResponse(
            status: status,
            fields: headers.fields,
            body: [],
            variant: [:],
            requestedAt: WallTime(sinceEpoch: now.sinceEpoch - .seconds(delay)),
            receivedAt: now
        )
    }

    @Test(
        "is good for as long as is said, else for a tenth of its age",
        arguments: [
            (["Cache-Control": "max-age=60", "Expires": date(600), "Date": date(0)], 60),
            (["Cache-Control": "s-maxage=5, max-age=\"70\"", "Date": date(0)], 70),
            (["Cache-Control": "max-age=1, max-age=2", "Date": date(0)], 0),
            (["Cache-Control": "max-age=x", "Last-Modified": date(-1000), "Date": date(0)], 0),
            (["Cache-Control": "max-age=99999999999999999999", "Date": date(0)], 1 << 31),
            (["Expires": date(600), "Date": date(0)], 600), (["Expires": date(-1), "Date": date(0)], 0),
            (["Expires": "0", "Last-Modified": date(-1000), "Date": date(0)], 0), (["Expires": date(5)], 5),
            (["Expires": "Sun, 09 Sep 2001 02:46:40 UTC", "Date": date(0)], 0),
            (["Expires": "Sun 09 Sep 2001 02:46:40 GMT", "Date": date(0)], 0),
            (["Expires": "Sun, 09 Sep 2001 2:46:40 GMT", "Date": date(0)], 0),
            (["Expires": "sun, 09 SEP 2001 02:46:40 gmt", "Date": date(0)], 3600),
            (["Expires": "Sun Sep  9 02:46:40 2001", "Date": date(0)], 3600),
            (["Expires": date(600), "Expires": date(601), "Date": date(0)], 0),
            (["Last-Modified": date(-1000), "Date": date(0)], 100),
            (["Last-Modified": date(-100_000_000), "Date": date(0)], 86_400),
            (["Last-Modified": date(1000), "Date": date(0)], 0), ([:], 0),
        ] as [(KeyValuePairs<String, String>, Int)]
    )
    func isGoodFor(fields: KeyValuePairs<String, String>, seconds: Int) {
        #expect(Self.answer(fields).freshness.lifetime == .seconds(seconds))
    }

    @Test func fieldsOfTheConnectionAreNotKept() throws {
        let name = try #require(HTTPField.Name("X-Hop"))
        var fields: HTTPFields = [.connection: "close, x-hop", .eTag: "\"1\"", .transferEncoding: "chunked"]
        fields[name] = "1"
        let request = TransportRequest(method: .get, url: "http://a.example/")
        let response = TransportResponse(request: request, status: 200, fields: fields)
        let answer = try #require(StoredResponse(response, to: request, requestedAt: Self.now))
        #expect(answer.fields.map(\.name) == [.eTag])
        let updated = answer.updated(
            by: TransportResponse(request: request, status: 304, fields: fields),
            requestedAt: Self.now
        )
        #expect(updated.fields.map(\.name) == [.eTag])
    }

    @Test func theAgeOfOtherStatusesIsNotGuessed() {
        let fields: KeyValuePairs = ["Last-Modified": Self.date(-1000), "Date": Self.date(0)]
        #expect(Self.answer(fields, status: 302).freshness.lifetime == .zero)
        #expect(Self.answer(fields, status: 404).freshness.lifetime == .seconds(100))
    }

    @Test(
        "its age counts the way and what others say",
        arguments: [
            (["Date": date(0)], 0, 10), (["Date": date(-30)], 0, 40), (["Date": date(30)], 0, 10),
            (["Date": date(0), "Age": "100"], 0, 110), (["Date": date(0), "Age": "100"], 5, 115),
            (["Age": "7200, 0"], 0, 7210),
            (["Age": "7200", "age": "0"], 0, 7210), (["Age": "-1"], 0, 10),
            (["Age": "99999999999999999999999"], 0, (1 << 31) + 10), ([:], 3, 13),
        ] as [(KeyValuePairs<String, String>, Int, Int)]
    )
    func itsAge(fields: KeyValuePairs<String, String>, delay: Int, age: Int) {
        #expect(Self.answer(fields, delay: delay).freshness.age(at: Self.now + .seconds(10)) == .seconds(age))
    }

    @Test(
        "directives are read as they may be written",
        arguments: [
            (["NO-STORE"], "noStore"), (["private , no-cache=\"Set-Cookie, X\", max-age=5"], "5"),
            (["max-age = 5", "must-revalidate"], "mustRevalidate 5"), ([",,=,=x,\"", "no-store"], "noStore"),
            ([""], ""), (["max-age"], "0"),
        ]
    )
    func directivesAreRead(values: [String], found: String) {
        var fields = HTTPFields()
        fields[values: .cacheControl] = values
        let control = CacheControl(fields)
        let words = [
            control.noStore ? "noStore" : nil, control.noCache ? "noCache" : nil,
            control.mustRevalidate ? "mustRevalidate" : nil, control.maxAge.map { "\($0)" },
        ]
        #expect(words.compactMap(\.self).joined(separator: " ") == found)
    }

    @Test(
        "what is changed by an answer is forgotten, and nothing of others",
        arguments: [
            (HTTPRequest.Method.put, 204, ["http://a.example/x", "http://a.example/y"]), (.get, 200, []),
            (.post, 409, []), (.patch, 303, ["http://a.example/x", "http://a.example/y"]), (.delete, 500, []),
        ]
    )
    func isForgotten(method: HTTPRequest.Method, status: Int, urls: [String]) {
        let request = TransportRequest(method: method, url: "http://a.example/x")
        let response = TransportResponse(
            request: request,
            status: status,
            fields: [.location: "/y#z", .contentLocation: "http://b.example/y"]
        )
        #expect(CachePolicy.changed(by: request, response) == urls)
    }

    @Test("a 304 of another version is no answer")
    func a304OfAnotherVersion() async {
        let transport = CannedTransport([
            .init(200, ["ETag": "\"1\"", "Cache-Control": "no-cache"], "{\"a\":1}"), .init(304, ["ETag": "W/\"2\""]),
            .init(200, ["ETag": "\"2\""], "{\"a\":2}"),
        ])
        let configuration = HypermediaClient.Configuration(middlewares: [CacheMiddleware()])
        let client = HypermediaClient(configuration: configuration, transport: transport)
        _ = await client.get("http://a.example/")
        #expect(await client.get("http://a.example/").success?.model?["a"] == 2)
        #expect(transport.requests.map { $0.fields[.ifNoneMatch] } == [nil, "\"1\"", nil])
    }
}
