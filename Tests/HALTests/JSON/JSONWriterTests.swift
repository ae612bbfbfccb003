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
}
