import HAL
import Testing

@Suite struct JSONParsingTests {
    @Test(
        arguments: [
            ("null", JSONValue.null), ("true", true), (" false\n", false), ("\"\"", ""), ("[]", []), ("{}", [:]),
            ("\t[ 1 , \"a\" ,null ]\r\n", [1, "a", .null]), ("{\"a\":{\"b\":[]}}", ["a": ["b": []]]),
            ("\u{FEFF}[1]", [1]), ("\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"", "\"\\/\u{8}\u{C}\n\r\t"),
            ("\"\\u0041\\u00e9\\u20AC\"", "Aé€"), ("\"\\ud83d\\ude00\"", "😀"), ("\"\\uDBFF\\uDFFF\"", "\u{10FFFF}"),
            ("\"\\u0000\"", "\0"), ("\"😀é€\u{7F}\"", "😀é€\u{7F}"), ("{\"\":0}", ["": 0]), ("[[[]]]", [[[]]]),
            ("\"\\\\u0041\"", "\\u0041"), ("\"\u{2028}\u{FFFF}\"", "\u{2028}\u{FFFF}"),
        ] as [(String, JSONValue)]
    )
    func accepts(text: String, value: JSONValue) throws {
        #expect(try JSONValue(parsing: text) == value)
    }

    /// Of the same length, with the same first and last character.
    @Test func namesThatLookAlikeStayApart() throws {
        let names = ["name", "nake", "nome", "n\\u0061me", "náe", "name", "nake", ""] + (0..<100).map { "n\($0)e" }
        let object = names.enumerated().map { "\"\($1)\":\($0)" }.joined(separator: ",")
        let value = try JSONValue(parsing: "[{\(object)},{},[],{\(object)},[[1,2,3]],{\(object)}]")
        for index in [0, 3, 5] {
            let read = try #require(value[index]?.object)
            #expect(read.names == names.map { $0.replacing("\\u0061", with: "a") })
            #expect(read.members.map(\.value.number?.int) == Array(names.indices))
        }
        #expect(value[1] == [:] && value[2] == [] && value[4] == [[1, 2, 3]])
    }

    @Test(arguments: [
        "0", "-0", "1", "-1", "10", "0.5", "2.890", "1e5", "1E5", "1e+5", "1e-5", "1.5e10", "-0.0e-0", "1e400",
        "123456789012345678901234567890", "0.1000000000000000055511151231257827021181583404541015625",
    ])
    func keepsTheDigitsOfNumbers(literal: String) throws {
        #expect(try JSONValue(parsing: "[\(literal)]")[0]?.number?.literal == literal)
        #expect(try JSONValue(parsing: literal).serialized() == literal)
    }

    @Test(arguments: [
        "", " ", "nul", "nulll", "True", "NaN", "Infinity", "-Infinity", "undefined", "'a'", "a", "[", "]", "{", "}",
        "[1", "[1,", "[1,]", "[,1]", "[1,,2]", "[1 2]", "[1]]", "[1}", "{\"a\":1", "{\"a\":1,}", "{,\"a\":1}",
        "{\"a\" 1}", "{\"a\"}", "{a:1}", "{1:1}", "{\"a\":}", "{\"a\":1 \"b\":2}", "{\"a\"::1}", "{\"a\":1]", "1 2",
        "[] []", "01", "-", "-01", "+1", ".5", "-.5", "1.", "1.e5", "1e", "1e+", "1e5.5", "0x10", "1_000", "0e", "--1",
        "\"", "\"a", "\"\\", "\"\\\"", "\"\\x\"", "\"\\'\"", "\"\\u\"", "\"\\u00\"", "\"\\u00g0\"", "\"\\U0041\"",
        "\"\t\"", "\"\n\"", "\"\u{1F}\"", "\"\0\"", "\0", "1\0", "[1]\0", "// a\n1", "/**/1", "1#", "\u{FEFF}",
        "[\u{FEFF}]", "\u{A0}1", "\u{B}1", "\u{C}1", "[1;2]", "<a>", "\"a\"\"b\"", "{\"a\":1,\"b\"}",
        "tru\u{65}\u{301}",
    ])
    func refuses(text: String) {
        #expect { try JSONValue(parsing: text) } throws: { ($0 as? JSONError)?.code == .syntax }
    }

    @Test(arguments: [
        "\"\\ud800\"", "\"\\udc00\"", "\"\\ud800\\ud800\"", "\"\\ud800a\"", "\"\\ud800\\n\"", "\"\\ud800\\u0041\"",
        "\"\\ude00\\ud83d\"", "{\"\\ud800\":1}",
    ])
    func refusesLoneSurrogates(text: String) {
        #expect { try JSONValue(parsing: text) } throws: { ($0 as? JSONError)?.code == .encoding }
    }

    @Test(
        arguments: [
            [0x80], [0xFF], [0xC0, 0x80], [0xC1, 0xBF], [0xE0, 0x80, 0x80], [0xE0, 0x9F, 0xBF], [0xED, 0xA0, 0x80],
            [0xF0, 0x80, 0x80, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xC3], [0xE2, 0x82],
            [0xF0, 0x9F, 0x98], [0xE2, 0x28, 0xA1], [0xC3, 0x28],
        ] as [[UInt8]]
    )
    func refusesBytesThatAreNotUTF8(bytes: [UInt8]) {
        #expect { try JSONValue(parsing: [0x22] + bytes + [0x22]) } throws: { ($0 as? JSONError)?.code == .encoding }
        #expect { try JSONValue(parsing: [0x22] + bytes) } throws: { $0 is JSONError }
        #expect { try JSONValue(parsing: bytes) } throws: { $0 is JSONError }
    }

    @Test func namesThePlaceOfAnError() {
        let text = "{\n  \"é\": 1,\n  \"ä\": tru\n}"
        #expect { try JSONValue(parsing: text) } throws: { error in
            guard let error = error as? JSONError else { return false }
            return error.line == 3 && error.column == 8 && error.offset == 21
                && error.description == "3:8: expected a value"
        }
    }

    @Test(arguments: ["[", "{\"a\":", "[{\"a\":"])
    func refusesDeepNestingInsteadOfOverflowing(opening: String) {
        let text = String(repeating: opening, count: 100_000)
        #expect { try JSONValue(parsing: text) } throws: { ($0 as? JSONError)?.code == .tooDeep }
        let unlimited = JSONLimits(depth: .max)
        #expect { try JSONValue(parsing: text, limits: unlimited) } throws: { ($0 as? JSONError)?.code == .tooDeep }
    }

    @Test func takesExactlyTheDepthThatIsAllowed() throws {
        func nested(_ depth: Int) -> String {
            String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        }
        #expect(try JSONValue(parsing: nested(512)).serialized() == nested(512))
        #expect(throws: JSONError.self) { try JSONValue(parsing: nested(513)) }
        let deepest = nested(JSONLimits.greatestDepth)
        #expect(try JSONValue(parsing: deepest, limits: JSONLimits(depth: .max)).serialized() == deepest)
        #expect(throws: JSONError.self) { try JSONValue(parsing: "[]", limits: JSONLimits(depth: 0)) }
    }

    @Test func refusesATextThatIsTooLong() throws {
        #expect(try JSONValue(parsing: "[12]", limits: JSONLimits(bytes: 4)) == [12])
        #expect { try JSONValue(parsing: "[123]", limits: JSONLimits(bytes: 4)) } throws: {
            ($0 as? JSONError)?.code == .tooLarge
        }
    }

    @Test func limitsTheNumberOfValues() throws {
        let text = #"{"a": [1, {"b": null}]}"#
        #expect(throws: Never.self) { try JSONValue(parsing: text, limits: JSONLimits(values: 5)) }
        #expect {
            try JSONValue(parsing: text, limits: JSONLimits(values: 4))
        } throws: {
            ($0 as? JSONError)?.code == .tooLarge
        }
    }

    @Test func keepsDoubledKeysAndListsThem() throws {
        let document = try JSONDocument(parsing: Array("{\"a\":1,\n\"b\":{\"a\":2},\"\\u0061\":3}".utf8))
        #expect(document.value.object?.names == ["a", "b", "a"])
        #expect(document.value["a"] == 1)
        #expect(document.duplicateKeys.map(\.name) == ["a"])
        #expect(document.duplicateKeys.first?.line == 2)
        #expect(document.duplicateKeys.first?.column == 13)
    }

    @Test func refusesDoubledKeysIfAsked() {
        let strict = JSONLimits(duplicateKeys: .refuse)
        #expect { try JSONValue(parsing: "{\"a\":1,\"a\":1}", limits: strict) } throws: {
            ($0 as? JSONError)?.code == .duplicateKey && ($0 as? JSONError)?.offset == 7
        }
        #expect(throws: Never.self) { try JSONValue(parsing: "[{\"a\":1},{\"a\":{\"a\":1}}]", limits: strict) }
    }

    @Test func listsABoundedNumberOfDoubledKeys() throws {
        let members = repeatElement("\"a\":1", count: 5000).joined(separator: ",")
        let document = try JSONDocument(parsing: Array("{\(members)}".utf8))
        #expect(document.duplicateKeys.count == JSONDocument.duplicateKeysListed)
        #expect(document.value.object?.members.count == 5000)
    }

    @Test func readsLongArraysInLinearTime() throws {
        let text = "[" + repeatElement("1", count: 200_000).joined(separator: ",") + "]"
        #expect(try JSONValue(parsing: text).array?.count == 200_000)
    }
}
