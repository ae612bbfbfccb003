import Testing

@testable import HAL

@Suite struct JSONWriterTests {
    private func written(pretty: Bool) -> [UInt8] {
        var writer = JSONWriter(pretty: pretty)
        writer.object { json in
            json.member("text", "a \"quoted\" line\n")
            json.member("nothing", nil)
            json.beginMember("items")
            json.array { json in
                json.beginElement()
                json.object { _ in }
                json.beginElement()
                json.array { json in
                    json.beginElement()
                    json.write("é")
                }
            }
            json.member("last", value: [1, true])
        }
        return writer.bytes
    }

    @Test(arguments: [true, false])
    func writesInPiecesWhatItWritesAsAWhole(pretty: Bool) {
        let value: JSONValue = [
            "text": "a \"quoted\" line\n", "nothing": .null, "items": [[:], ["é"]], "last": [1, true],
        ]
        #expect(written(pretty: pretty) == value.serializedBytes(pretty: pretty))
    }

    @Test(arguments: ["\u{1F}", "\"", "\\", "a\u{0}b", "plain \u{7F} é 🚗"])
    func escapesWhatHasToBeAndNothingElse(text: String) throws {
        let written = JSONValue.string(text).serializedBytes()
        #expect(try JSONValue(parsing: written) == .string(text))
        let isPlain = text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0 != "\"" && $0 != "\\" }
        #expect((written.count == text.utf8.count + 2) == isPlain)
    }

    @Test func indentsAtAnyDepthByTwoSpaces() {
        var value: JSONValue = 1
        for _ in 0..<50 { value = .array([value]) }
        let lines = value.serialized(pretty: true).split(separator: "\n")
        #expect(lines.count == 101)
        for (number, line) in lines.enumerated() {
            let depth = number <= 50 ? number : 100 - number
            #expect(line.prefix { $0 == " " }.count == 2 * depth)
        }
    }
}
