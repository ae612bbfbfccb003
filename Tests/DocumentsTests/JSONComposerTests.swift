import Testing

@testable import Documents

@Suite struct JSONComposerTests {
    @Test func readsWhatYAMLWouldNot() throws {
        let text = "{\n\t\"a\": \"\\ud83d\\ude00\", \"\(String(repeating: "k", count: 2000))\": 2.890}"
        let root = try #require(try JSONComposer.compose(Array(text.utf8)).root)
        #expect(root["a"]?.text == "😀")
        #expect(root["a"]?.mark == Mark(line: 2, column: 7))
        #expect(root.pairs[1].value.scalar == Node.Scalar(text: "2.890", isPlain: true))
    }

    @Test("Strings are strings, whatever they look like")
    func keepsTypes() throws {
        let root = try #require(try JSONComposer.compose(Array(#"["1", 1, true, null, "null", {}, []]"#.utf8)).root)
        #expect(
            root.items.map(\.kind) == ["a string", "a number", "a boolean", "null", "a string", "an object", "a list"]
        )
    }

    @Test func refusesWhatIsNoJSON() {
        #expect(throws: SyntaxProblem.self) { try JSONComposer.compose(Array("{\"a\": 'b'}".utf8)) }
        #expect(throws: SyntaxProblem.self) {
            try JSONComposer.compose(Array(repeating: UInt8(ascii: "["), count: 300))
        }
        #expect(throws: SyntaxProblem.self) {
            try JSONComposer.compose([UInt8(ascii: "\""), 0xFF, UInt8(ascii: "\"")])
        }
    }

    @Test func namesTheSecondOfTwoKeys() throws {
        let problems = try JSONComposer.compose(Array("{\"a\": 1,\n \"a\": 2}".utf8)).problems
        #expect(problems.map(\.mark) == [Mark(line: 2, column: 2)])
    }
}
