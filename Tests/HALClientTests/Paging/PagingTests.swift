import HAL
import HALClient
import HTTPTypes
import Testing

/// Pages are requested one by one along the link `next`.
struct PagingTests {
    static func page(_ number: Int, next: String? = nil) -> CannedTransport.Answer {
        let links = next.map { #", "_links": {"next": {"href": "\#($0)"}}"# } ?? ""
        return .hal(#"{"number": \#(number)\#(links)}"#)
    }

    static func client(_ answers: CannedTransport.Answer...) -> (HypermediaClient, CannedTransport) {
        let transport = CannedTransport(answers)
        return (HypermediaClient(transport: transport), transport)
    }

    private struct Page: Decodable, Sendable { var number: Int }

    /// The numbers of the pages, and the failure that ended the walk.
    private static func walk(_ pages: Pages<Page>) async -> (numbers: [Int], failure: PagingFailure?) {
        var numbers: [Int] = []
        do {
            for try await page in pages { numbers.append(page.model?.number ?? 0) }
            return (numbers, nil)
        } catch {
            return (numbers, error)
        }
    }

    private static func walk(
        _ client: HypermediaClient,
        _ policy: PagingPolicy = PagingPolicy()
    ) async -> (numbers: [Int], failure: PagingFailure?) {
        await walk(client.pages(from: "http://a.example/p", as: Page.self, policy: policy))
    }

    @Test func followsNextToTheEnd() async {
        let (client, transport) = Self.client(Self.page(1, next: "?p=2"), Self.page(2, next: "?p=3"), Self.page(3))
        let (numbers, failure) = await Self.walk(client)
        #expect(numbers == [1, 2, 3])
        #expect(failure == nil)
        #expect(
            transport.requests.map(\.url) == ["http://a.example/p", "http://a.example/p?p=2", "http://a.example/p?p=3"]
        )
    }

    @Test func requestsAPageOnlyWhenItIsWanted() async throws {
        let (client, transport) = Self.client(Self.page(1, next: "?p=2"), Self.page(2, next: "?p=3"), Self.page(3))
        for try await page in client.pages(from: "http://a.example/p", as: Page.self) where page.model?.number == 2 {
            break
        }
        #expect(transport.requests.count == 2)
    }

    @Test func startsAtAPage() async throws {
        let (client, transport) = Self.client(Self.page(1, next: "?p=2"), Self.page(2))
        let first = try #require(await client.get("http://a.example/p", as: Page.self).success)
        let (numbers, _) = await Self.walk(client.pages(from: first))
        #expect(numbers == [1, 2])
        #expect(transport.requests.count == 2)
    }

    @Test func theQueryOfTheOptionsIsForTheFirstPage() async {
        let (client, transport) = Self.client(
            Self.page(1, next: "?p=2"),
            Self.page(2, next: "http://b.example/"),
            Self.page(3)
        )
        let options = RequestOptions(authorization: .bearer("t"), query: ["q": "x"], parameters: ["r": 1])
        _ = await Self.walk(client.pages(from: "http://a.example/p", as: Page.self, options: options))
        let urls = ["http://a.example/p?r=1&q=x", "http://a.example/p?p=2", "http://b.example/"]
        #expect(transport.requests.map(\.url) == urls)
        #expect(transport.requests.map { $0.fields[.authorization] } == ["Bearer t", "Bearer t", nil])
    }

    @Test(
        "a page that came before ends the walk",
        arguments: [
            ([page(1, next: "p")], [1]), ([page(1, next: "/p#x")], [1]),
            ([page(1, next: "?p=2"), page(2, next: "/p")], [1, 2]),
            ([page(1, next: "?p=2"), page(2, next: "?p=3"), page(3, next: "?p=2")], [1, 2, 3]),
        ]
    )
    func aCycleEndsTheWalk(answers: [CannedTransport.Answer], numbers: [Int]) async throws {
        let transport = CannedTransport(answers)
        let (seen, failure) = await Self.walk(HypermediaClient(transport: transport))
        #expect(seen == numbers)
        guard case .cycle? = failure?.reason else {
            Issue.record("\(String(describing: failure))")
            return
        }
        #expect(failure?.pages == numbers.count)
        #expect(transport.requests.count == numbers.count)
    }

    @Test func thePolicyLimitsThePages() async {
        let (client, transport) = Self.client(Self.page(1, next: "?p=2"), Self.page(2, next: "?p=3"), Self.page(3))
        let (numbers, failure) = await Self.walk(client, PagingPolicy(maximumPages: 2))
        #expect(numbers == [1, 2])
        #expect(
            failure?.description
                == "after 2 pages at http://a.example/p?p=3: there are more pages than the policy allows"
        )
        #expect(transport.requests.count == 2)
        let (other, _) = Self.client(Self.page(1, next: "?p=2"), Self.page(2))
        #expect(await Self.walk(other, PagingPolicy(maximumPages: 2)).numbers == [1, 2])
    }

    @Test(arguments: [
        ("file:///etc/passwd", "connectionFailure"), ("http://", "connectionFailure"),
        ("javascript:1", "connectionFailure"),
    ])
    func aTargetThatIsNotHTTPEndsTheWalk(next: String, outcome: String) async {
        let (client, transport) = Self.client(Self.page(1, next: next))
        let (numbers, failure) = await Self.walk(client)
        #expect(numbers == [1])
        #expect(failure?.outcome?.name == outcome)
        #expect(transport.requests.count == 1)
    }

    @Test(
        arguments: [
            (CannedTransport.Answer(404), "clientError"), (.init(500), "serverError"),
            (.init(503), "serverUnavailable"),
            (.init(.reset), "connectionFailure"), (.hal("{}"), "undecodable"), (.init(401), "authenticationRequired"),
        ] as [(CannedTransport.Answer, String)]
    )
    func anotherOutcomeEndsTheWalk(answer: CannedTransport.Answer, outcome: String) async {
        let (client, transport) = Self.client(Self.page(1, next: "?p=2"), answer)
        let (numbers, failure) = await Self.walk(client)
        #expect(numbers == [1])
        #expect(failure?.outcome?.name == outcome)
        #expect(failure?.uri == "http://a.example/p?p=2")
        #expect(transport.requests.count == 2)
    }

    @Test func anotherRelationMayBeFollowed() async {
        let (client, transport) = Self.client(
            .hal(#"{"number": 1, "_links": {"older": {"href": "/o"}}}"#),
            Self.page(2)
        )
        let (numbers, _) = await Self.walk(client, PagingPolicy(next: "older"))
        #expect(numbers == [1, 2])
        #expect(transport.requests.last?.url == "http://a.example/o")
    }
}

/// What the server says about waiting is respected between pages.
struct PagingWaitTests {
    private static let receipt = RetryMiddlewareTests.receipt

    private static func walk(
        _ answers: [CannedTransport.Answer],
        longest: Duration = .seconds(120)
    ) async -> (pages: Int, slept: [Duration], failure: PagingFailure?) {
        let clock = RetryMiddlewareTests.RecordingClock()
        let client = HypermediaClient(transport: CannedTransport(answers))
        let policy = PagingPolicy(longestRetryAfter: longest, clock: clock, now: { receipt })
        var count = 0
        do {
            for try await _ in client.pages(from: "http://a.example/p", policy: policy) { count += 1 }
            return (count, clock.slept, nil)
        } catch {
            return (count, clock.slept, error)
        }
    }

    private static func answer(_ status: Int, wait: String?, _ body: String = "") -> CannedTransport.Answer {
        let fields: KeyValuePairs = ["Content-Type": "application/hal+json", "Retry-After": wait ?? ""]
        return .init(status, wait == nil ? ["Content-Type": "application/hal+json"] : fields, body, receivedAt: receipt)
    }

    private static let first = #"{"_links": {"next": {"href": "/2"}}}"#

    @Test func waitsBetweenPages() async {
        let walk = await Self.walk([Self.answer(200, wait: "7", Self.first), Self.answer(200, wait: "9", "{}")])
        #expect(walk.pages == 2)
        #expect(walk.slept == [.seconds(7)])
    }

    @Test func requestsAPageAgain() async {
        let walk = await Self.walk([
            Self.answer(200, wait: nil, Self.first), Self.answer(429, wait: "3"), Self.answer(503, wait: "5"),
            Self.answer(200, wait: nil, "{}"),
        ])
        #expect(walk.pages == 2)
        #expect(walk.slept == [.seconds(3), .seconds(5)])
    }

    @Test func givesUpAfterTheAttempts() async {
        let walk = await Self.walk([Self.answer(503, wait: "3")])
        #expect(walk.slept == [.seconds(3), .seconds(3)])
        #expect(walk.failure?.outcome?.name == "serverUnavailable")
    }

    @Test(arguments: [200, 503])
    func doesNotWaitTooLong(status: Int) async {
        let walk = await Self.walk([Self.answer(status, wait: "121", Self.first)])
        #expect(walk.slept.isEmpty)
        guard case .retryAfter(let wait)? = walk.failure?.reason else {
            Issue.record("\(String(describing: walk.failure))")
            return
        }
        #expect(wait.form == .delay(seconds: 121))
    }

    @Test func cancellingEndsTheWaitAndTheRequest() async {
        let client = HypermediaClient(transport: CannedTransport([Self.answer(200, wait: "100", Self.first)]))
        let task = Task {
            await untilCancelled()
            do throws(PagingFailure) {
                for try await _ in client.pages(from: "http://a.example/p", policy: PagingPolicy(now: { Self.receipt }))
                {}
                return "no failure"
            } catch {
                return "\(error.outcome.map { "\($0)" } ?? "\(error)")"
            }
        }
        task.cancel()
        #expect(await task.value.hasPrefix("connectionFailure: cancelled"))
    }
}
