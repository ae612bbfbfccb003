import HAL
import Testing

@testable import Mocking

/// Values are found in compact JSON without parsing it.
@Suite struct CompactJSONTests {
    private static let text = """
        {"a":1,"b\\"c":"x\\\\","list":[1,{"a":2},"],}"],"inner":{"a":{"deep":"y"},"b":null},"last":true}
        """

    @Test(
        "The value at a path",
        arguments: [
            (["a"], "1"), (["b\"c"], #""x\\""#), (["list"], #"[1,{"a":2},"],}"]"#), (["inner", "a", "deep"], #""y""#),
            (["inner", "b"], "null"), (["last"], "true"), (["inner", "a"], #"{"deep":"y"}"#),
        ]
    )
    func finds(_ path: [String], _ value: String) throws {
        let bytes = Array(Self.text.utf8)
        let range = try #require(CompactJSON.value(at: CompactJSON.Path(path), in: bytes))
        #expect(String(decoding: bytes[range], as: UTF8.self) == value)
    }

    @Test(
        "Nothing is found",
        arguments: [["x"], ["a", "b"], ["inner", "x"], ["list", "a"], ["b"], [], ["last", "x"]]
    )
    func findsNothing(_ path: [String]) {
        #expect(CompactJSON.value(at: CompactJSON.Path(path), in: Array(Self.text.utf8)) == nil)
    }

    @Test(
        "Bytes that are not JSON end",
        arguments: ["", "{", "{\"a", "{\"a\":", "{\"a\":\"", "{\"a\":\"\\", "{\"b\":[{", "x"]
    )
    func ends(_ text: String) {
        let range = CompactJSON.value(at: CompactJSON.Path(["a"]), in: Array(text.utf8))
        #expect(range?.upperBound ?? 0 <= text.utf8.count)
    }
}
