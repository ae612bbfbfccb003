import HAL
import Testing

@testable import Mocking

/// The examples of RFC 6902 appendix A, and limits.
@Suite struct JSONPatchTests {
    private func apply(_ patch: String, to document: String) throws -> String {
        try JSONPatch(try JSONValue(parsing: patch)).applied(to: try JSONValue(parsing: document)).serialized()
    }

    @Test(arguments: [
        (#"{"foo":"bar"}"#, #"[{"op":"add","path":"/baz","value":"qux"}]"#, #"{"foo":"bar","baz":"qux"}"#),
        (#"{"foo":["bar","baz"]}"#, #"[{"op":"add","path":"/foo/1","value":"qux"}]"#, #"{"foo":["bar","qux","baz"]}"#),
        (#"{"baz":"qux","foo":"bar"}"#, #"[{"op":"remove","path":"/baz"}]"#, #"{"foo":"bar"}"#),
        (#"{"foo":["bar","qux","baz"]}"#, #"[{"op":"remove","path":"/foo/1"}]"#, #"{"foo":["bar","baz"]}"#),
        (#"{"a":{"b":1},"c":{}}"#, #"[{"op":"move","from":"/a/b","path":"/c/d"}]"#, #"{"a":{},"c":{"d":1}}"#),
        (
            #"{"foo":["all","grass","cows"]}"#, #"[{"op":"move","from":"/foo/0","path":"/foo/2"}]"#,
            #"{"foo":["grass","cows","all"]}"#
        ),
        (#"{"/":9,"~1":10}"#, #"[{"op":"test","path":"/~01","value":10}]"#, #"{"/":9,"~1":10}"#),
        (#"{"a":1}"#, #"[{"op":"replace","path":"","value":[2]}]"#, "[2]"),
        (
            #"{"foo":"bar"}"#, #"[{"op":"add","path":"/c","value":null},{"op":"test","path":"/c","value":null}]"#,
            #"{"foo":"bar","c":null}"#
        ),
    ])
    func applies(_ document: String, _ patch: String, _ expected: String) throws {
        #expect(try apply(patch, to: document) == expected)
    }

    @Test(arguments: [
        (#"[{"op":"add","path":"/a/b","value":1}]"#, JSONPatch.Failure.missing(pointer: "/a/b")),
        (#"[{"op":"add","path":"/l/9","value":1}]"#, .missing(pointer: "/l/9")),
        (#"[{"op":"replace","path":"/l/01","value":1}]"#, .missing(pointer: "/l/01")),
        (#"[{"op":"copy","path":"/x","from":"/y"}]"#, .missing(pointer: "/y")),
        (#"[{"op":"test","path":"/l","value":["1"]}]"#, .testFailed(pointer: "/l", reason: "differs")),
        (#"[{"op":"test","path":"/m","value":1}]"#, .testFailed(pointer: "/m", reason: "does not exist")),
        (#"[{"op":"add","path":"/~2","value":1}]"#, .malformed("an operation needs 'op' and a JSON pointer as 'path'")),
        (#"[{"op":"add","path":"/x~","value":1}]"#, .malformed("an operation needs 'op' and a JSON pointer as 'path'")),
        (#"[{"op":"copy","path":"/x","from":"/~"}]"#, .malformed("'copy' needs a JSON pointer as 'from'")),
        (#"[{"op":"remove","path":"/\u00e9"}]"#, .missing(pointer: "/\u{e9}")),
        (#"[{"op":"move","path":"/l/0","from":"/l"}]"#, .malformed("a value cannot be moved into itself")),
        (#"[{"op":"jump","path":"/l"}]"#, .malformed("'jump' is not an operation")),
        (#"[{"op":"add","path":"/l"}]"#, .malformed("'add' needs 'value'")),
        ("[1]", .malformed("an operation needs 'op' and a JSON pointer as 'path'")),
    ])
    func refuses(_ patch: String, _ failure: JSONPatch.Failure) {
        #expect(throws: failure) { try apply(patch, to: #"{"l":[1],"e\u0301":1}"#) }
    }

    @Test("Copies that double the document end with an error")
    func isLimited() {
        let operations = Array(repeating: #"{"op":"copy","from":"","path":"/a"}"#, count: 900).joined(separator: ",")
        #expect(throws: JSONPatch.Failure.tooLarge) { try apply("[\(operations)]", to: #"{"b":1}"#) }
        let wide = (0..<40).map { #"{"op":"copy","from":"/l","path":"/l/\#($0 % 2)"}"# }.joined(separator: ",")
        #expect(throws: JSONPatch.Failure.tooLarge) { try apply("[\(wide)]", to: #"{"l":[1,2]}"#) }
    }
}
