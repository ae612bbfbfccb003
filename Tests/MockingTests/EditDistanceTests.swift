import Testing

@testable import Mocking

@Suite struct EditDistanceTests {
    @Test(arguments: [
        ("", "", 0), ("abc", "abc", 0), ("abc", "", 3), ("abc", "acb", 1), ("kitten", "sitting", 3), ("", "é", 2),
    ])
    func countsChanges(left: String, right: String, expected: Int) {
        #expect(EditDistance.between(left.utf8, right.utf8) == expected)
        #expect(EditDistance.between(right.utf8, left.utf8) == expected)
    }
}
