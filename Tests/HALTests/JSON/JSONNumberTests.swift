import HAL
import SeededRandom
import Testing

@Suite struct JSONNumberTests {
    private func number(_ literal: String) throws -> JSONNumber {
        try #require(JSONNumber(literal))
    }

    @Test(arguments: [
        ("1.2", "1.2000", true), ("1.2", "12e-1", true), ("1.2", "0.12E+1", true), ("0", "-0", true),
        ("0", "0.000e99", true), ("-1", "1", false), ("1e400", "10e399", true), ("1e400", "1e401", false),
        ("1e999999999999999999999", "1e-999999999999999999999", false), ("100", "1e2", true), ("100", "1e3", false),
        ("9007199254740993", "9007199254740992", false), ("0.1", "0.10000000000000001", false), ("-5.0", "-5", true),
        ("1e99999999999999999999999", "1e99999999999999999999999", true),
        ("12345678901234567890.0", "1234567890123456789e1", true),
    ])
    func comparesByValueWithoutLoss(left: String, right: String, areEqual: Bool) throws {
        #expect(try number(left).isEqual(to: number(right)) == areEqual)
        #expect(try number(right).isEqual(to: number(left)) == areEqual)
    }

    /// The short path against the library's conversion, for literals on both sides of its limits.
    @Test func isTheNearestDouble() throws {
        var random = SeededGenerator(seed: 754)
        let edges = [
            "0", "-0", "-0.0", "0.1", "0.3", "2.675", "9007199254740992", "9007199254740993", "-9007199254740991.5",
            "99999999999999999", "0.000000000000001", "123456789.12345678", "1.7976931348623157", "-0.0000000000000001",
        ]
        let random10000 = (0..<10_000).map { _ in
            let digits = String(random.next() >> Int.random(in: 1...62, using: &random))
            let place = Int.random(in: 0...digits.count, using: &random)
            let whole = place == 0 ? "0" : String(digits.prefix(place)), rest = digits.dropFirst(place)
            return rest.isEmpty ? whole : "\(whole).\(rest)"
        }
        for literal in edges + random10000 {
            let double = try #require(JSONNumber(literal)?.double, "\(literal)")
            #expect(double.bitPattern == Double(literal)?.bitPattern, "\(literal)")
        }
    }

    @Test func isTheSameOnlyIfWrittenAlike() throws {
        #expect(try number("1.0") != number("1.00"))
        #expect(try number("1.0") == number("1.0"))
    }

    @Test(
        arguments: [
            ("12", 12), ("-12", -12), ("12.0", 12), ("1.2e1", 12), ("1200e-2", 12), ("0.0", 0), ("-0", 0),
            ("0e999999", 0),
            ("9223372036854775807", .max), ("-9223372036854775808", .min), ("9223372036854775808", nil), ("1.5", nil),
            ("1e19", nil), ("1e999999999999", nil), ("1e-1", nil), ("9.223372036854775807e18", .max),
        ] as [(String, Int?)]
    )
    func isAnIntegerHoweverItIsWritten(literal: String, expected: Int?) throws {
        #expect(try number(literal).int == expected)
    }

    @Test(
        arguments: [("2.890", 2.89), ("1e400", nil), ("-1e400", nil), ("1e-400", 0), ("12", 12)] as [(String, Double?)]
    )
    func isADoubleIfThatIsFinite(literal: String, expected: Double?) throws {
        #expect(try number(literal).double == expected)
    }

    @Test(arguments: ["", " 1", "1 ", "01", "1.", "+1", "NaN", "1,2", "0x1", "١"])
    func refusesWhatIsNoLiteral(literal: String) {
        #expect(JSONNumber(literal) == nil)
    }

    @Test(
        arguments: [
            (0.1, "0.1"), (2.89, "2.89"), (20, "20"), (-3, "-3"), (1e21, "1e+21"), (-0.0, "-0"), (1e-7, "1e-07"),
            (.infinity, nil), (.nan, nil), (.leastNonzeroMagnitude, "5e-324"),
            (123_456_789_012_345_680, "1.2345678901234568e+17"),
        ] as [(Double, String?)]
    )
    func isMadeOfADouble(double: Double, literal: String?) {
        let number = JSONNumber(double)
        #expect(number?.literal == literal)
        #expect(number.flatMap { JSONNumber($0.literal) } == number)
    }
}
