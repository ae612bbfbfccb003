import HAL
import HALClient
import HTTPTypes
import Testing

struct PreconditionTests {
    static func fields(_ precondition: Precondition?) async -> HTTPFields? {
        let options = RequestOptions(precondition: precondition)
        return await RequestBuilderTests.sent(options: options).request?.fields
    }

    static func response(_ fields: KeyValuePairs<String, String>) async throws -> TransportResponse {
        let request = TransportRequest(method: .get, url: "http://a.example/")
        return try await CannedTransport([.init(200, fields)]).send(request)
    }

    @Test func writesDatesAsIMFFixdate() async {
        let date = HTTPDate(secondsSinceEpoch: 784_111_777)
        #expect(await Self.fields(.ifModifiedSince(date))?[.ifModifiedSince] == "Sun, 06 Nov 1994 08:49:37 GMT")
        #expect(await Self.fields(.ifUnmodifiedSince(date))?[.ifUnmodifiedSince] == "Sun, 06 Nov 1994 08:49:37 GMT")
    }

    @Test func writesTagsAsTheyAre() async {
        #expect(await Self.fields(.ifMatch(#""a", W/"b""#))?[.ifMatch] == #""a", W/"b""#)
        #expect(await Self.fields(.ifNoneMatch("*"))?[.ifNoneMatch] == "*")
    }

    @Test func sendsValidatorsBackVerbatim() async throws {
        let odd = try await Self.response(["Last-Modified": "Sun, 6 Nov 1994 8:49:37 GMT"])
        #expect(await Self.fields(.ifChanged(since: odd))?[.ifModifiedSince] == "Sun, 6 Nov 1994 8:49:37 GMT")
        #expect(await Self.fields(.ifUnchanged(since: odd))?[.ifUnmodifiedSince] == "Sun, 6 Nov 1994 8:49:37 GMT")
        let tagged = try await Self.response(["ETag": #""v1""#, "Last-Modified": "x"])
        #expect(await Self.fields(.ifChanged(since: tagged))?[.ifNoneMatch] == #""v1""#)
        #expect(await Self.fields(.ifUnchanged(since: tagged))?[.ifMatch] == #""v1""#)
    }

    @Test func doesNotMatchAWeakTagStrongly() async throws {
        let weak = try await Self.response(["ETag": #"W/"v1""#])
        #expect(Precondition.ifUnchanged(since: weak) == nil)
        #expect(await Self.fields(.ifChanged(since: weak))?[.ifNoneMatch] == #"W/"v1""#)
    }
}
