import HAL
import Testing

@Suite struct HTTPDateTests {
    @Test(arguments: [
        "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
    ])
    func readsTheThreeForms(text: String) throws {
        let reading = try #require(HTTPDate.Reading(text))
        #expect(reading.date.secondsSinceEpoch == 784_111_777)
        #expect(reading.weekdayIsRight)
        #expect(reading.isExact)
        #expect(reading.date.description == "Sun, 06 Nov 1994 08:49:37 GMT")
    }

    @Test(arguments: [
        "Mon, 06 Nov 1994 08:49:37 GMT", "Sun, 6 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 8:49:37 GMT",
        "Sunday, 6-Nov-94 8:49:37 GMT", "Sun Nov 6 08:49:37 1994", "Sun Nov 06 8:49:37 1994",
        " Sun, 06 Nov 1994 08:49:37 GMT ", "sun, 06 nov 1994 08:49:37 gmt", "Sun, 06 Nov 1994 08:49:37 UTC",
        "Sun, 06-Nov-1994 08:49:37 GMT", "Sunday, 06 Nov 1994 08:49:37 GMT",
    ])
    func toleratesWhatServersWrite(text: String) throws {
        #expect(HTTPDate(text)?.secondsSinceEpoch == 784_111_777)
    }

    @Test func saysWhatItTolerated() throws {
        let wrongDay = try #require(HTTPDate.Reading("Mon, 06 Nov 1994 08:49:37 GMT"))
        #expect(!wrongDay.weekdayIsRight)
        #expect(wrongDay.isExact)
        let shortHour = try #require(HTTPDate.Reading("Sun, 06 Nov 1994 8:49:37 GMT"))
        #expect(shortHour.weekdayIsRight)
        #expect(!shortHour.isExact)
        #expect(shortHour.form == .imfFixdate)
    }

    @Test(arguments: [
        "", "120", "Sun", "Sun, 06 Nov 1994 08:49:37", "06 Nov 1994 08:49:37 GMT", "Sun, 00 Nov 1994 08:49:37 GMT",
        "Sun, 31 Nov 1994 08:49:37 GMT", "Tue, 29 Feb 2023 08:49:37 GMT", "Sun, 06 Nov 1994 24:00:00 GMT",
        "Sun, 06 Nov 1994 08:60:37 GMT", "Sun, 06 Nov 1994 08:49:61 GMT", "Sun, 06 Nov 1994 08:49 GMT",
        "Sun, 06 Nov 1994 08:49:37 PST", "Sun, 06 Nov 1994 08:49:37 +0000", "Sun, 06 Foo 1994 08:49:37 GMT",
        "Foo, 06 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 94 08:49:37 GMT", "Sun, -6 Nov 1994 08:49:37 GMT",
        "Sun, 06 Nov 19944 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:37 GMT GMT", "1994-11-06T08:49:37Z",
        "Sun, ٠٦ Nov 1994 08:49:37 GMT", "Sun, 006 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:4:37 GMT",
    ])
    func refusesWhatIsNoDate(text: String) {
        #expect(HTTPDate(text) == nil)
    }

    @Test(arguments: [
        (0, "Thu, 01 Jan 1970 00:00:00 GMT"), (-1, "Wed, 31 Dec 1969 23:59:59 GMT"),
        (951_782_400, "Tue, 29 Feb 2000 00:00:00 GMT"), (1_709_210_096, "Thu, 29 Feb 2024 12:34:56 GMT"),
        (4_107_542_399, "Sun, 28 Feb 2100 23:59:59 GMT"), (4_107_542_400, "Mon, 01 Mar 2100 00:00:00 GMT"),
        (253_402_300_799, "Fri, 31 Dec 9999 23:59:59 GMT"), (-62_167_219_200, "Sat, 01 Jan 0000 00:00:00 GMT"),
    ])
    func writesWhatItReads(seconds: Int, text: String) throws {
        let date = HTTPDate(secondsSinceEpoch: seconds)
        #expect(date.description == text)
        #expect(date.bytes.count == 29)
        #expect(HTTPDate.Reading(text)?.date == date)
        #expect(HTTPDate.Reading(text)?.weekdayIsRight == true)
    }

    @Test func clampsSecondsThatNoDateCanSay() {
        #expect(HTTPDate(secondsSinceEpoch: .max).description == "Fri, 31 Dec 9999 23:59:59 GMT")
        #expect(HTTPDate(secondsSinceEpoch: .min).description == "Sat, 01 Jan 0000 00:00:00 GMT")
    }

    @Test(
        arguments: [
            ("Sunday, 06-Nov-69 08:49:37 GMT", nil, "2069"), ("Sunday, 06-Nov-70 08:49:37 GMT", nil, "1970"),
            ("Sunday, 06-Nov-76 08:49:37 GMT", 1_790_000_000, "2076"),
            ("Sunday, 06-Nov-77 08:49:37 GMT", 1_790_000_000, "1977"),
            ("Sunday, 06-Nov-26 08:49:37 GMT", 1_790_000_000, "2026"),
        ] as [(String, Int?, String)]
    )
    func placesAYearOfTwoDigits(text: String, now: Int?, year: String) throws {
        let reading = try #require(HTTPDate.Reading(text, now: now.map(HTTPDate.init(secondsSinceEpoch:))))
        #expect(reading.date.description.contains(" \(year) "))
    }

    @Test func countsALeapSecondAsTheNextMinute() {
        #expect(HTTPDate("Sat, 31 Dec 2016 23:59:60 GMT") == HTTPDate("Sun, 01 Jan 2017 00:00:00 GMT"))
    }

    @Test func datesOfManyCenturiesSurvive() {
        for day in stride(from: -100_000, through: 46_097 + 100_000, by: 11) {
            let date = HTTPDate(secondsSinceEpoch: day * 86_400 + 86_399)
            guard HTTPDate.Reading(date.description)?.date != date else { continue }
            Issue.record("\(date) is not read back")
            return
        }
    }
}
