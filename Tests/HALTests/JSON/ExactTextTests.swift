import Testing

@testable import HAL

/// Texts that Unicode calls equivalent are different names and values of JSON (RFC 8259 §8.3).
@Suite struct ExactTextTests {
    /// Each is equivalent to `Å`: the letter, the sign of the unit, and a letter with a combining ring.
    private static let angstroms = ["\u{C5}", "\u{212B}", "A\u{30A}"]

    @Test func differsWhereStringDoesNot() {
        #expect(Set(Self.angstroms).count == 1)
        #expect(Set(Self.angstroms.map(ExactText.init)).count == 3)
        #expect(ExactText("é") == ExactText("é") && ExactText("K") != ExactText("\u{212A}"))
        #expect(ExactText("a") < ExactText("ab") && ExactText("é") < ExactText("\u{212A}"))
    }

    @Test func findsPartsByBytes() {
        let text = ExactText("cafe\u{301}s")
        #expect(text.hasPrefix(ExactText("cafe")) && text.hasSuffix(ExactText("\u{301}s")))
        #expect(text.contains(ExactText("e")) && text.contains(ExactText("")) && !text.contains(ExactText("é")))
    }

    @Test("Members of an object are found, replaced and removed by the bytes of their names")
    func findsMembers() {
        var object = JSONObject()
        for (number, name) in Self.angstroms.enumerated() { object[name] = .number(JSONNumber(number)) }
        #expect(object.members.count == 3)
        for (number, name) in Self.angstroms.enumerated() { #expect(object[name]?.number?.int == number) }
        object[Self.angstroms[1]] = nil
        #expect(object.names.map(ExactText.init) == [Self.angstroms[0], Self.angstroms[2]].map(ExactText.init))
    }

    @Test("Values are equal if their bytes are")
    func comparesValues() {
        #expect(JSONValue.string("é") != .string("e\u{301}") && JSONValue.string("é") == .string("é"))
        #expect(JSONValue.object(["é": 1]) != .object(["e\u{301}": 1]) && JSONValue.object(["é": 1]) == ["é": 1])
    }

    @Test(
        "A pointer escapes '~' and '/' only (RFC 6901 §3)",
        arguments: [
            ("", [] as [String]?), ("/", [""]), ("/a~1b/c~0d", ["a/b", "c~d"]), ("/~01", ["~1"]), ("/~0~1", ["~/"]),
            ("/~2", nil), ("/a~", nil), ("/~", nil), ("/a/~~0", nil), ("a", nil),
        ]
    )
    func readsPointers(_ text: String, _ path: [String]?) {
        #expect(JSONPointer.path(text) == path)
    }
}
