import HAL
import HALClient
import HTTPTypes
import Testing

struct RetryAfterTests {
    /// Sun, 06 Nov 1994 08:49:37 GMT and a bit.
    static let receipt = WallTime(sinceEpoch: .seconds(784_111_777) + .milliseconds(400))

    @Test(
        "delays and dates are read",
        arguments: [
            ("120", RetryAfter.Form.delay(seconds: 120)), ("0", .delay(seconds: 0)), (" 120 ", .delay(seconds: 120)),
            ("\t7\t", .delay(seconds: 7)), ("007", .delay(seconds: 7)),
            ("99999999999", .delay(seconds: 1 << 31)), (String(repeating: "9", count: 100), .delay(seconds: 1 << 31)),
            ("Sun, 06 Nov 1994 08:49:37 GMT", .date(HTTPDate(secondsSinceEpoch: 784_111_777))),
            ("Sunday, 06-Nov-94 08:49:37 GMT", .date(HTTPDate(secondsSinceEpoch: 784_111_777))),
            ("Sun Nov  6 08:49:37 1994", .date(HTTPDate(secondsSinceEpoch: 784_111_777))),
            ("Fri, 04 Nov 2014 23:59:59 GMT", .date(HTTPDate(secondsSinceEpoch: 1_415_145_599))),
            ("Sun, 6 Nov 1994 8:49:37 GMT", .date(HTTPDate(secondsSinceEpoch: 784_111_777))),
        ]
    )
    func readsBothForms(text: String, form: RetryAfter.Form) {
        #expect(RetryAfter(text, receivedAt: Self.receipt)?.form == form)
    }

    @Test(
        "anything else is nil",
        arguments: [
            "", " ", "+5", "-5", "1.5", "120s", "1e3", "0x10", "１２", "soon", "Sun, 06 Nov 1994", "tomorrow, or later",
            "\0",
        ]
    )
    func refusesTheRest(text: String) {
        #expect(RetryAfter(text, receivedAt: Self.receipt) == nil)
    }

    @Test func countsSecondsFromTheReceiptAndRoundsUp() throws {
        let retryAfter = try #require(RetryAfter("90", receivedAt: Self.receipt))
        #expect(retryAfter.date == HTTPDate(secondsSinceEpoch: 784_111_868))
        #expect(retryAfter.remaining(at: Self.receipt) == .seconds(90))
        #expect(retryAfter.remaining(at: Self.receipt + .milliseconds(100)) == .seconds(90))
        #expect(retryAfter.remaining(at: Self.receipt + .milliseconds(1001)) == .seconds(89))
        #expect(retryAfter.remaining(at: Self.receipt + .seconds(1000)) == .zero)
    }

    @Test func surfacesAPastDateAsItIs() throws {
        let retryAfter = try #require(RetryAfter("Sun, 06 Nov 1993 08:49:37 GMT", receivedAt: Self.receipt))
        #expect(retryAfter.date < Self.receipt.date)
        #expect(retryAfter.remaining(at: Self.receipt) == .zero)
    }

    @Test func takesTheFirstValidOfSeveralLines() {
        var fields = HTTPFields()
        for value in ["soon", "5", "7"] { fields.append(HTTPField(name: .retryAfter, value: value)) }
        let request = TransportRequest(method: .get, url: "http://example.com/")
        let response = TransportResponse(request: request, status: 503, fields: fields, receivedAt: Self.receipt)
        #expect(RetryAfter(response)?.form == .delay(seconds: 5))
    }
}
