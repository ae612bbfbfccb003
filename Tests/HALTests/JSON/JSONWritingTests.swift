import HAL
import Testing

@Suite struct JSONWritingTests {
    @Test(arguments: [
        "null", "true", "false", "2.890", "\"\"", "[]", "{}", "[[],{}]", "{\"b\":1,\"a\":[1.0,null],\"b\":2}",
        "\"\\\"\\\\/\\b\\f\\n\\r\\t\\u0000\\u001f\u{7F}é😀\u{2028}\"", "[1e400,-0]",
    ])
    func writesWhatItReads(text: String) throws {
        #expect(try JSONValue(parsing: text).serialized() == text)
    }

    @Test func indentsByTwoSpaces() throws {
        let value: JSONValue = ["a": 1, "b": [], "c": [true, ["d": .null]], "e": [:]]
        #expect(
            value.serialized(pretty: true) == """
                {
                  "a": 1,
                  "b": [],
                  "c": [
                    true,
                    {
                      "d": null
                    }
                  ],
                  "e": {}
                }
                """
        )
        #expect(try JSONValue(parsing: value.serialized(pretty: true)) == value)
    }

    @Test func isMadeOfLiterals() {
        let value: JSONValue = ["s": "x", "i": 5, "d": 2.5, "b": false, "n": .null, "a": [1, "2"]]
        #expect(value.description == #"{"s":"x","i":5,"d":2.5,"b":false,"n":null,"a":[1,"2"]}"#)
        #expect(value["a"]?[1]?.string == "2")
        #expect(value["a"]?[2] == nil)
        #expect(value["a"]?[-1] == nil)
        #expect(value["s"]?["x"] == nil)
        #expect(value["i"]?.number?.int == 5)
        #expect(value["b"]?.bool == false)
        #expect(value["n"]?.isNull == true)
    }

    @Test func changesMembersWhereTheyStand() {
        var object: JSONObject = ["a": 1, "b": 2, "a": 3]
        object["b"] = 4
        object["c"] = 5
        #expect(JSONValue.object(object).serialized() == #"{"a":1,"b":4,"a":3,"c":5}"#)
        object["a"] = nil
        #expect(object.names == ["b", "c"])
    }

    @Test(arguments: [1, 31, 32, 33, 60]) func indentsEveryDepthByTwoSpaces(_ depth: Int) {
        let value = (0..<depth).reduce(JSONValue.null) { inner, _ in ["a": inner] }
        let opening = (1...depth).map { "{\n" + String(repeating: "  ", count: $0) + "\"a\": " }.joined()
        let closing = (0..<depth).reversed().map { "\n" + String(repeating: "  ", count: $0) + "}" }.joined()
        #expect(value.serialized(pretty: true) == opening + "null" + closing)
    }

    @Test(arguments: ["", "plain", "é", "\"", "a\\", "tail\n", "\u{1}", "a\u{1F}b"])
    func escapesOnlyWhatMustBe(_ text: String) throws {
        let written = JSONValue.string(text).serialized()
        #expect(try JSONValue(parsing: "[\(written)]") == .array([.string(text)]))
        let isPlain = text == "" || text == "plain" || text == "é"
        #expect((written == "\"\(text)\"") == isPlain)
    }

    @Test func variablesBecomeValues() {
        let (name, isOpen, count, price) = ("tea", true, UInt8(3), 2.5)
        let value: JSONValue = [
            "name": JSONValue(name), "open": JSONValue(isOpen), "count": JSONValue(count), "price": JSONValue(price),
            "endless": JSONValue(Double.infinity),
        ]
        #expect(value.serialized() == #"{"name":"tea","open":true,"count":3,"price":2.5,"endless":null}"#)
    }
}
