import SeededRandom
import Testing

@testable import Mocking

@Suite struct SegmentDistanceTests {
    private static func similarity(_ left: String, _ right: String) -> Double {
        let (left, right) = (Array(left.utf8), Array(right.utf8))
        return SegmentDistance(left, left.indices).similarity(to: right, right.indices)
    }

    @Test(arguments: [
        ("", "", 1.0), ("", "abc", 0.0), ("abc", "abc", 1.0), ("abcd", "abdc", 0.75), ("kitten", "sitting", 4.0 / 7),
        ("fs1", "fs291410", 0.375), ("\u{FF}", "\u{FE}", 0.5),
    ])
    func is1ForTheSameAnd0ForNothingInCommon(left: String, right: String, expected: Double) {
        #expect(abs(Self.similarity(left, right) - expected) < 1e-9)
        #expect(abs(Self.similarity(right, left) - expected) < 1e-9)
    }

    @Test func countsAsTheTableDoes() {
        var generator = SeededGenerator(seed: 11)
        for _ in 0..<3000 {
            let texts = (0..<2).map { _ in
                String(
                    (0..<Int.random(in: 1...SegmentDistance.longest, using: &generator)).map { _ in
                        "abcd".randomElement(using: &generator) ?? "a"
                    }
                )
            }
            let length = texts.map(\.utf8.count).max() ?? 1
            let expected = 1 - Double(EditDistance.between(texts[0].utf8, texts[1].utf8)) / Double(length)
            #expect(abs(Self.similarity(texts[0], texts[1]) - expected) < 1e-9, "\(texts)")
        }
    }

    @Test func looksAtTheBeginningOfALongText() {
        let long = String(repeating: "a", count: SegmentDistance.longest)
        #expect(Self.similarity(long + "b", long + String(repeating: "c", count: 50_000)) == 1)
    }
}
