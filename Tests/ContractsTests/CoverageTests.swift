import Contracts
import HAL
import Scenarios
import Testing

/// Which outcomes were reached with which methods, and what must be.
struct CoverageTests {
    @Test func coverageCountsWhatHasPassed() {
        let coverage = Coverage(SampleReports.mixed)
        #expect(coverage.count(.success, "GET") == 1)
        #expect(coverage.count(.clientError, "PUT") == 0)
    }

    @Test func coverageDoesNotCountWhatWasJudgedInPart() {
        #expect(Coverage(SampleReports.green).count(.success, "GET") == 2)
        #expect(Coverage(SampleReports.gap).count(.success, "GET") == 1)
    }

    @Test(
        "a gate is a percentage or an outcome",
        arguments: [
            ("0", nil), ("2", nil), ("3", "reached 1 of 45 pairs, less than 3 %"), ("success:get", nil),
            ("success:GET,PUT", "not reached: success:PUT"), ("conflict:PUT", "not reached: conflict:PUT"),
        ] as [(String, String?)]
    )
    func aGate(text: String, shortfall: String?) throws {
        let gate = try #require(CoverageGate(text))
        let actual = gate.shortfall(of: Coverage(SampleReports.mixed))
        #expect(shortfall.map { actual?.hasPrefix($0) == true } ?? (actual == nil), "\(actual ?? "none")")
    }

    @Test(
        "nothing else is a gate",
        arguments: ["", "-1", "101", "conflict", "gone:GET", "50%", "conflict:", "conflict:,", "conflict:G T"]
    )
    func nothingElseIsAGate(_ text: String) {
        #expect(CoverageGate(text) == nil)
    }
}
