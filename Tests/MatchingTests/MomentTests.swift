import Testing

@testable import Matching

@Suite struct MomentTests {
    @Test(
        "Dates are read in the forms of ISO 8601 and of HTTP",
        arguments: [
            ("2026-11-03T10:15:30Z", 1_793_700_930_000, 0), ("2026-11-03T10:15:30.25Z", 1_793_700_930_250, 0),
            ("2026-11-03T10:15:30.123456789+01:00", 1_793_697_330_123, 60),
            ("2026-11-03T10:15:30-0530", 1_793_720_730_000, -330), ("2026-11-03T10:15Z", 1_793_700_900_000, 0),
            ("2026-11-03T11:15:30+01:00[Europe/Paris]", 1_793_700_930_000, 60),
            ("Tue, 03 Nov 2026 10:15:30 GMT", 1_793_700_930_000, 0), ("2026-11-03T10:15:30", 1_793_700_930_000, nil),
            ("2026-11-03", 1_793_664_000_000, nil), ("2026-11", 1_793_491_200_000, nil),
            ("2026", 1_767_225_600_000, nil),
            ("1969-12-31T23:59:59.999Z", -1, 0), ("0000-01-01", -62_167_219_200_000, nil),
        ] as [(String, Int64, Int?)]
    )
    func reads(_ text: String, _ instant: Int64, _ offset: Int?) {
        #expect(Moment(text)?.instant == instant)
        #expect(Moment(text)?.offsetMinutes == offset)
    }

    @Test(arguments: [
        "", "x", "2026-13-01", "2026-02-30", "2026-11-03T", "2026-11-03T25:00Z", "2026-11-03Tx", "20261103",
        "2026-11-03T10:15:30.Z",
        "2026-11-03T10:15:30Zx", "99999-01-01", "2026-11-03T10:15:30+1:00", String(repeating: "2", count: 1000),
    ])
    func refuses(_ text: String) {
        #expect(Moment(text) == nil)
    }

    @Test("Months and years keep the day where they can")
    func shifts() {
        let table: [(String, String, String)] = [
            ("2026-01-31", "1 months", "2026-02-28"), ("2028-02-29", "1 years", "2029-02-28"),
            ("2026-01-31", "-2 months", "2025-11-30"), ("2026-03-01", "-1 days", "2026-02-28"),
            ("2026-01-01", "36 hours", "2026-01-02"), ("2026-01-01", "2 weeks", "2026-01-15"),
            ("2026-01-01", "1 month", "2026-02-01"), ("9999-12-31", "1000000000 years", "9999-12-31"),
            ("0000-01-01", "-9223372036854775808 hours", "0000-01-01"),
        ]
        for (start, offset, end) in table {
            let shifted = TimeOffset(offset).flatMap { Moment(start)?.shifted(by: $0) }
            #expect(shifted.flatMap { try? DatePattern("yyyy-MM-dd").write($0) } == end, "\(start) \(offset)")
        }
    }

    @Test(
        arguments: [
            (TimeTruncation.firstSecondOfMinute, "2026-05-17T10:15:00.000"),
            (.firstMinuteOfHour, "2026-05-17T10:00:00.000"),
            (.firstHourOfDay, "2026-05-17T00:00:00.000"), (.firstDayOfMonth, "2026-05-01T00:00:00.000"),
            (.firstDayOfNextMonth, "2026-06-01T00:00:00.000"), (.lastDayOfMonth, "2026-05-31T00:00:00.000"),
            (.firstDayOfYear, "2026-01-01T00:00:00.000"), (.firstDayOfNextYear, "2027-01-01T00:00:00.000"),
            (.lastDayOfYear, "2026-12-31T00:00:00.000"),
        ]
    )
    func truncates(_ truncation: TimeTruncation, _ expected: String) throws {
        let moment = try #require(Moment("2026-05-17T10:15:30.250Z"))
        #expect(try DatePattern("yyyy-MM-dd'T'HH:mm:ss.SSS").write(moment.truncated(by: truncation)) == expected)
    }

    @Test(
        "A pattern writes a moment",
        arguments: [
            ("yyyy-MM-dd'T'HH:mm:ssXXX", "2026-11-03T16:05:09+02:00"), ("dd/MM/yy", "03/11/26"),
            ("EEE, d MMM yyyy", "Tue, 3 Nov 2026"), ("EEEE d MMMM", "Tuesday 3 November"), ("h:mm a", "4:05 PM"),
            ("HH:mm:ss.SSSZ", "16:05:09.070+0200"), ("X", "+02"), ("z", "GMT+02:00"),
            ("''yyyy'' 'at' D", "'2026' at 307"),
            ("unix", "1793714709"), ("epoch", "1793714709070"),
        ]
    )
    func writes(_ pattern: String, _ expected: String) throws {
        let moment = try #require(Moment("2026-11-03T16:05:09.070+02:00"))
        #expect(try DatePattern(pattern).write(moment) == expected)
    }

    @Test(
        "A pattern reads what it writes",
        arguments: [
            "yyyy-MM-dd'T'HH:mm:ss.SSSXXX", "d MMM yyyy HH:mm:ss.SSS Z", "EEEE, dd MMMM yyyy hh:mm:ss.SSS a z", "epoch",
        ]
    )
    func readsBack(_ pattern: String) throws {
        let moment = try #require(Moment("2026-11-03T16:05:09.070+02:00"))
        let pattern = try DatePattern(pattern)
        #expect(pattern.read(pattern.write(moment))?.instant == moment.instant)
    }

    @Test(arguments: [
        ("dd/MM/yyyy", "3/11/2026"), ("dd/MM/yyyy", "03/11/2026x"), ("HH:mm", "24:00"), ("unix", "9999999999999999"),
        ("epoch", "x"),
    ])
    func aPatternRefuses(_ pattern: String, _ text: String) throws {
        #expect(try DatePattern(pattern).read(text) == nil)
    }

    @Test(arguments: [("yyyy-QQ", 5), ("'open", 0)])
    func refusesAPattern(_ text: String, _ offset: Int) {
        let error = #expect(throws: InvalidPattern.self) { try DatePattern(text) }
        #expect(error?.offset == offset)
    }
}
