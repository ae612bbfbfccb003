import Documents
import HAL
import Testing

/// Values as YAML, in the layout of scenario files.
struct YAMLWriterTests {
    @Test func writesBlocksOfTwoColumns() throws {
        let value = try JSONValue(
            parsing: """
                {"scenario":"A station","tags":["hal","smoke"],"interactions":[{"name":"GET /a","request":{"method":"GET",
                "url":"/a?b=1"},"response":{"status":200,"headers":{"Content-Type":"application/json; charset=utf-8"},
                "jsonBody":{"price":2.890,"list":[{"id":1,"tags":[]},[1,[2,"x"]]],"none":null,"ok":true,"empty":{}}}}]}
                """
        )
        #expect(
            YAMLWriter.document(value) == """
                scenario: A station
                tags: [hal, smoke]
                interactions:
                  - name: GET /a
                    request: { method: GET, url: "/a?b=1" }
                    response:
                      status: 200
                      headers: { Content-Type: application/json; charset=utf-8 }
                      jsonBody:
                        price: 2.890
                        list:
                          - id: 1
                            tags: []
                          - - 1
                            - [2, x]
                        none: null
                        ok: true
                        empty: {}

                """
        )
    }

    @Test(arguments: [
        "", " ", "plain", "two words", " leading", "trailing ", "a: b", "a:b", "a:", "- a", "-", "?", "? a", "#x",
        "a #b", "a#b",
        "~", "null", "Null", "true", "yes", "no", "12", "1.0", "0x1F", "1e5", ".5", "+1", ".inf", "<<", "=", "*a", "&a",
        "!a",
        "|", ">", "%a", "@a", "`a`", "'a'", "\"a\"", "{a}", "[a]", "{{a}}", "a, b", "a]b", "${x}", "é", "日本", "😀",
        "\u{FEFF}a",
        "\u{85}", "\u{2028}", "a\u{7F}", "\u{1}", "tab\there", "\ttab", "a\nb", "a\nb\n", "a\n\nb\n\n", "\na", " a\nb",
        "a\n b",
        "a\n ", "a\n\t\nb", "a\r\nb", "a\\b", "http://x.y/z?a=b#c", "---", "...", "2026-11-03", "W/\"x\"", "a\u{0}b",
        "a\n#b\n",
        "x: |\n  y", "\u{FFFE}",
    ])
    func keepsEachText(_ text: String) throws {
        for value: JSONValue in [
            .string(text), [.string(text)], ["key": .string(text)], ["list": [.string(text), .string(text)]],
            [["a": .string(text), "b": ["c": [["d": .string(text)]]]], "end"], ["k": ["a": .string(text), "b": "x"]],
        ] {
            let yaml = YAMLWriter.document(value)
            let read = try YAMLText.value(of: Array(yaml.utf8))
            #expect(read == value, "\(yaml)")
        }
        let keyed: JSONValue = .object(JSONObject([.init(text, ["a": 1, "b": [.object([text: 2])]])]))
        // Such a key is a merge key to the reader only without quotes.
        #expect(try YAMLText.value(of: Array(YAMLWriter.document(keyed).utf8)) == keyed)
    }

    @Test func keepsDigits() throws {
        for literal in ["2.890", "1E400", "-0", "0.10e-5", "12345678901234567890123"] {
            let value = try JSONValue(parsing: "{\"a\":\(literal),\"b\":[\(literal)]}")
            #expect(try YAMLText.value(of: Array(YAMLWriter.document(value).utf8)) == value)
        }
    }
}
