import HAL
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The types of Foundation are read and written as Foundation's own coders do.
@Suite struct FoundationValueTests {
    private struct Model: Codable, Equatable {
        var url: URL
        var price: Decimal
        var image: Data
        var since: Date
        var list: [URL?]
        var map: [String: Decimal]
    }

    private static let text = """
        {"url":"https://a.example/x?y","price":2.8900000000000000001,"image":"AAEC\\/w==","since":"2026-11-22T06:30:00Z",\
        "list":["b",null],"map":{"k":-0.1}}
        """

    private static func theirs() -> (JSONDecoder, JSONEncoder) {
        let (decoder, encoder) = (JSONDecoder(), JSONEncoder())
        decoder.dateDecodingStrategy = .iso8601
        encoder.dateEncodingStrategy = .iso8601
        return (decoder, encoder)
    }

    @Test func decodesWhatJSONDecoderDecodes() throws {
        let mine = try JSONValueDecoder().decode(Model.self, from: try JSONValue(parsing: Self.text))
        #expect(mine == (try Self.theirs().0.decode(Model.self, from: Data(Self.text.utf8))))
        #expect(mine.image == Data([0, 1, 2, 255]))
    }

    @Test func encodesWhatJSONDecoderDecodes() throws {
        let model = try JSONValueDecoder().decode(Model.self, from: try JSONValue(parsing: Self.text))
        let value = try JSONValueEncoder().encode(model)
        #expect(value["url"] == "https://a.example/x?y")
        #expect(value["since"] == "2026-11-22T06:30:00Z")
        #expect(value["image"] == "AAEC/w==")
        #expect(model == (try Self.theirs().0.decode(Model.self, from: Data(value.serialized().utf8))))
        let theirs = try JSONValue(parsing: Array(try Self.theirs().1.encode(model)))
        for name in ["url", "since", "image", "price", "list", "map"] { #expect(theirs[name] == value[name]) }
    }

    @Test(
        "dates are read as JSONDecoder reads them",
        arguments: [
            "2026-11-22T06:30:00Z", "2026-11-22T06:30:00+02:00", "2026-11-22", "22.11.2026", "", "2026-13-01T00:00:00Z",
        ]
    )
    func readsDates(text: String) throws {
        let mine = try? JSONValueDecoder().decode([Date].self, from: [.string(text)])
        #expect(mine == (try? Self.theirs().0.decode([Date].self, from: Data("[\"\(text)\"]".utf8))))
    }

    @Test func readsFractionsOfASecond() throws {
        let dates = try JSONValueDecoder().decode(
            [Date].self,
            from: ["2026-11-22T06:30:00.250Z", "2026-11-22T06:30:00Z"]
        )
        #expect(abs(dates[0].timeIntervalSince(dates[1]) - 0.25) < 0.001)
    }

    @Test(
        "dates of RFC 3339, with any number of digits in the fraction",
        arguments: [
            ("1970-01-01T00:00:01Z", 1.0), ("1970-01-01t00:00:01z", 1), ("1970-01-01T00:00:00.5Z", 0.5),
            ("1970-01-01T00:00:00.2500000000000000000000000001Z", 0.25), ("1970-01-01T01:00:00+01:00", 0),
            ("1969-12-31T20:30:00-03:30", 0), ("1970-01-01T01:00:00+0100", 0), ("1970-01-01T01:00:00+01", 0),
            ("1970-01-01T00:00:00-00:00", 0), ("1969-12-31T23:59:60Z", 0), ("1969-12-31T23:59:59.75Z", -0.25),
            ("0000-01-01T00:00:00Z", -62_167_219_200), ("9999-12-31T23:59:59Z", 253_402_300_799),
            ("2024-02-29T00:00:00Z", 1_709_164_800),
        ]
    )
    func readsInternetDates(text: String, seconds: Double) throws {
        let date = try JSONValueDecoder().decode([Date].self, from: [.string(text)]).first
        #expect(date?.timeIntervalSince1970 == seconds)
    }

    @Test(
        "dates are written as they are read",
        arguments: [
            "0000-01-01T00:00:00Z", "0999-12-31T23:59:59Z", "1582-10-10T00:00:00Z", "1969-12-31T23:59:59Z",
            "2024-02-29T01:02:03Z", "9999-12-31T23:59:59Z",
        ]
    )
    func writesWhatItReads(text: String) throws {
        let dates = try JSONValueDecoder().decode([Date].self, from: [.string(text)])
        #expect(try JSONValueEncoder().encode(dates) == [.string(text)])
        let later = dates.map { $0 + 0.75 }
        #expect(try JSONValueEncoder().encode(later) == [.string(text)])
    }

    @Test(
        "dates without a year of four digits are errors",
        arguments: [-62_167_219_201, 253_402_300_800, .infinity, .nan]
    )
    func rejectsOtherYears(seconds: Double) {
        var encoder = JSONValueEncoder()
        for format in JSONDateFormat.allCases where format == .iso8601 || !seconds.isFinite {
            encoder.dates = format
            let configured = encoder
            #expect(throws: EncodingError.self, "\(format)") {
                try configured.encode([Date(timeIntervalSince1970: seconds)])
            }
        }
    }

    @Test(
        "texts that are not exactly a date and a time",
        arguments: [
            "2027-02-28T10:00:00Zjunk", "2027-02-28T10:00:00Z\n", " 2027-02-28T10:00:00Z", "2027-2-8T1:0:0Z",
            "2027-02-28T10:00:00", "2027-02-28T10:00:00.Z", "2027-02-28T10:00:00,5Z", "2027-02-28 10:00:00Z",
            "2027-02-28T10:00:00+12:75", "2027-02-28T10:00:00+24:00", "2027-02-28T10:00:00+1",
            "2027-02-28T10:00:00+01:", "2027-02-28T10:00:00+010", "2027-02-28T10:00:00Z+01:00", "2023-02-29T00:00:00Z",
            "12027-02-28T10:00:00Z", "-2027-02-28T10:00:00Z", "2027-02-28T10:60:00Z", "２０２７-02-28T10:00:00Z",
            "2027-02-28T10:00:00.5", "20270228T100000Z",
        ]
    )
    func rejectsOtherTexts(text: String) {
        #expect(throws: DecodingError.self) { try JSONValueDecoder().decode([Date].self, from: [.string(text)]) }
    }

    @Test(
        "dates have the form that was set",
        arguments: zip(JSONDateFormat.allCases, ["\"1970-01-01T00:16:40Z\"", "1000", "1000000"])
    )
    func datesHaveTheirForm(format: JSONDateFormat, literal: String) throws {
        var (decoder, encoder) = (JSONValueDecoder(), JSONValueEncoder())
        (decoder.dates, encoder.dates) = (format, format)
        let date = Date(timeIntervalSince1970: 1000)
        #expect(try encoder.encode([date]).serialized() == "[\(literal)]")
        #expect(try decoder.decode([Date].self, from: JSONValue(parsing: "[\(literal)]")) == [date])
    }

    @Test(
        "what does not fit is said with its place",
        arguments: [
            (#"{"since": "yesterday"}"#, "Expected a date such as 2026-11-22T06:30:00Z but found 'yesterday'."),
            (
                #"{"since": "2026-02-30T06:30:00Z"}"#,
                "Expected a date such as 2026-11-22T06:30:00Z but found '2026-02-30T06:30:00Z'."
            ),
            (
                #"{"since": "2026-02-28T24:00:00.5Z"}"#,
                "Expected a date such as 2026-11-22T06:30:00Z but found '2026-02-28T24:00:00.5Z'."
            ),
            (#"{"since": 5}"#, "Expected a date such as 2026-11-22T06:30:00Z but found 5."),
        ]
    )
    func saysWhatDoesNotFit(text: String, message: String) throws {
        struct Since: Decodable { var since: Date }
        do {
            _ = try JSONValueDecoder().decode(Since.self, from: try JSONValue(parsing: text))
            Issue.record("decoded")
        } catch DecodingError.dataCorrupted(let context) {
            #expect(context.debugDescription == message)
            #expect(context.codingPath.map(\.stringValue) == ["since"])
        }
    }

    @Test func aDecimalKeepsItsDigits() throws {
        struct Prices: Decodable { var prices: [Decimal] }
        let texts = ["0.1", "12345678901234567890.12345678901234567", "-1e127", "1e-128"]
        let prices = try JSONValueDecoder().decode(
            [Decimal].self,
            from: JSONValue(parsing: "[\(texts.joined(separator: ","))]")
        )
        #expect(prices == texts.map { Decimal(string: $0) })
        #expect { try JSONValueDecoder().decode([Decimal].self, from: JSONValue(parsing: "[1e400]")) } throws: {
            error in
            guard case DecodingError.dataCorrupted(let context) = error else { return false }
            return context.debugDescription == "Expected a number that Decimal can represent but found 1e400."
        }
    }

    @Test func aRegisteredTypeWins() throws {
        var decoder = JSONValueDecoder()
        decoder.register(Date.self) { _ in Date(timeIntervalSince1970: 1) }
        #expect(try decoder.decode([Date].self, from: ["x"]) == [Date(timeIntervalSince1970: 1)])
        var encoder = JSONValueEncoder()
        encoder.register(Date.self) { _ in "x" }
        #expect(try encoder.encode([Date()]).serialized() == #"["x"]"#)
    }

    @Test func aModelMayAskForLinksAndEmbeddedResources() throws {
        struct Page: Decodable {
            struct Links: Decodable { var next: [String: String] }
            enum CodingKeys: String, CodingKey { case total, links = "_links", embedded = "_embedded" }
            var total: Int
            var links: Links
            var embedded: [String: [JSONObject]]
        }
        let text = #"{"total": 1, "_links": {"next": {"href": "/2"}}, "_embedded": {"item": [{"a": 1}]}}"#
        let resource = try #require(HALResource(try JSONValue(parsing: text)))
        let page = try resource.decode(Page.self)
        #expect(page.links.next["href"] == "/2")
        #expect(page.embedded["item"]?.first?["a"] == 1)
        #expect(try resource.decode(JSONObject.self).names == ["total"])
    }

    @Test func anObjectPrintsAsJSON() {
        let object: JSONObject = ["a": 1, "b": [true]]
        #expect("\(object)" == #"{"a":1,"b":[true]}"#)
    }
}
