import HAL
import Testing

@testable import Documents

@Suite struct YAMLComposerTests {
    @Test(
        "Plain scalars are what the core schema of YAML 1.2 says",
        arguments: [
            ("yes", "a string"), ("no", "a string"), ("on", "a string"), ("true", "a boolean"), ("True", "a boolean"),
            ("tRUE", "a string"), ("~", "null"), ("", "null"), ("null", "null"), ("nUll", "a string"),
            ("12", "a number"),
            ("0o17", "a number"), ("0xfF", "a number"), ("0o8", "a string"), ("017", "a number"), ("+1", "a number"),
            ("1e3", "a number"), (".5", "a number"), ("1.", "a number"), (".", "a string"), ("1_000", "a string"),
            (".inf", "a number"), ("-.INF", "a number"), (".nan", "a number"), ("0x", "a string"), ("1e", "a string"),
            ("2026-11-03", "a string"), ("-", "a string"), ("0x-1", "a string"), ("12:30", "a string"),
            ("'12'", "a string"),
        ]
    )
    func coreSchema(_ text: String, _ kind: String) throws {
        let scalar =
            text.hasPrefix("'") ? Node.Scalar(text: "12", isPlain: false) : Node.Scalar(text: text, isPlain: true)
        #expect(scalar.resolved.kind == kind)
    }

    @Test(
        "Numbers keep their digits, in the way that JSON writes them",
        arguments: [
            ("2.890", "2.890"), ("1E5", "1E5"), ("+5", "5"), ("007", "7"), (".50", "0.50"), ("5.", "5"), ("0o17", "15"),
            ("0x1F", "31"), ("-0", "-0"), ("00.10", "0.10"), ("12345678901234567890123", "12345678901234567890123"),
        ]
    )
    func digits(_ text: String, _ literal: String) {
        #expect(
            Node.Scalar(text: text, isPlain: true).resolved == .number(JSONNumber(uncheckedLiteral: literal))
        )
    }

    @Test func knowsThePlaceOfEverything() throws {
        let root = try #require(try YAMLComposer.compose(Array("ä: [b, {c: 'dé'}]\nx: |\n  y\n".utf8)).root)
        let list = try #require(root["ä"])
        #expect(list.mark == Mark(line: 1, column: 4))
        #expect(list.items[1]["c"]?.mark == Mark(line: 1, column: 12))
        #expect(list.items[1]["c"]?.length == 4)
        #expect(root["x"]?.mark == Mark(line: 2, column: 4))
        #expect(root["x"]?.text == "y\n")
    }

    @Test func expandsAliases() throws {
        let root = try #require(try YAMLComposer.compose(Array("a: &x {k: [1]}\nb: *x\nc: [*x, *x]\n".utf8)).root)
        #expect(root["c"]?.items[1]["k"]?.items[0].text == "1")
        #expect(root["b"]?.mark == Mark(line: 1, column: 4))
    }

    @Test("Merge keys bring the members that the object does not have; of several objects, the first wins")
    func mergesKeys() throws {
        func members(_ key: String) throws -> [String] {
            let text = """
                base: &base {a: 1, b: &list [2]}
                after: {<<: *base, a: 3, c: 4}
                before: {a: 3, <<: *base}
                several: {<<: [{a: 9}, *base]}
                nested: {<<: {<<: *base, a: 5}}
                quoted: {'<<': *base}
                twice: {<<: {a: 1}, <<: {a: 2, d: 3}}
                """
            let document = try YAMLComposer.compose(Array(text.utf8))
            #expect(document.problems.isEmpty)
            return document.root?[key]?.pairs.map { "\($0.key.text) \($0.value.items.first?.text ?? $0.value.text)" }
                ?? []
        }
        #expect(try members("after") == ["b 2", "a 3", "c 4"])
        #expect(try members("before") == ["b 2", "a 3"])
        #expect(try members("several") == ["a 9", "b 2"])
        #expect(try members("nested") == ["b 2", "a 5"])
        #expect(try members("quoted") == ["<< "])
        #expect(try members("twice") == ["a 1", "d 3"])
    }

    @Test(
        "What is not one YAML document is refused at its place",
        arguments: [
            ("a: [1\nb: 2", "1:4: the list that begins here is not closed"),
            ("a: \"b", "1:4: the quote that opens here is never closed"),
            ("a: b\n---\nc: d", "2:1: a file contains one document; this is the second"),
            ("a: *b", "1:4: alias '*b' is not defined before this line"),
            ("a: &b [*b]", "1:8: alias '*b' refers to a value that contains it"),
            ("? [a]\n: b", "1:3: a key must be a single value, not a list or an object"),
            ("a: &b [1]\n*b : 2", "2:1: a key must be a single value, not a list or an object"),
            ("<<: a", "1:5: a merge key ('<<') needs an object or a list of objects, not a string"),
            ("<<: [{a: 1}, 2]", "1:14: a merge key ('<<') needs an object or a list of objects, not a number"),
            ("a: !!int 1", "1:4: tag 'tag:yaml.org,2002:int' is not supported"),
            ("a: !x [1]", "1:4: tag '!x' is not supported"),
            ("a\u{7}: b", "1:2: the control character U+0007 is not allowed"),
            ("a: b\n\tc: d", "2:1: a tab; YAML indents with spaces"),
        ]
    )
    func refuses(_ text: String, _ expected: String) {
        #expect(problem(Array(text.utf8)) == expected)
    }

    @Test func refusesWhatIsNoUTF8() {
        #expect(
            problem(Array("a: b\nc: ".utf8) + [0xC3, 0x28])
                == "2:4: the file is not UTF-8: this byte does not begin a character"
        )
        #expect(problem([0xFF, 0xFE, 0x61, 0x00]) == "1:1: the file is UTF-16")
    }

    @Test func refusesAliasBombs() {
        var text = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
        for level in 1...9 {
            let items = Array(repeating: "*a\(level - 1)", count: 10).joined(separator: ", ")
            text += "a\(level): &a\(level) [\(items)]\n"
        }
        #expect(problem(Array(text.utf8)) == "5:45: aliases expand to more than 100000 nodes")
    }

    @Test func refusesDeepNesting() {
        #expect(
            problem(Array(repeating: UInt8(ascii: "["), count: 100_000))
                == "1:201: lists and objects are nested deeper than 200"
        )
        let deep = "a: &a " + String(repeating: "[", count: 150) + String(repeating: "]", count: 150)
        #expect(
            problem(Array("\(deep)\nb: &b [[[*a]]]\nc: \(String(repeating: "[", count: 60))*b".utf8))?.hasSuffix(
                "deeper than 200"
            ) == true
        )
    }

    @Test func namesTheSecondOfTwoKeys() throws {
        let problems = try YAMLComposer.compose(Array("a: 1\nb: {c: 1, c: 2}\na: 3\n".utf8)).problems
        #expect(problems.map(\.mark) == [Mark(line: 2, column: 11), Mark(line: 3, column: 1)])
        #expect(
            problems.map(\.message) == [
                "key 'c' is defined twice in this object", "key 'a' is defined twice in this object",
            ]
        )
        #expect(problems.map(\.suggestion) == ["the first one is on line 2", "the first one is on line 1"])
    }

    private func problem(_ bytes: [UInt8]) -> String? {
        do throws(SyntaxProblem) {
            _ = try YAMLComposer.compose(bytes)
            return nil
        } catch {
            return "\(error.mark.line):\(error.mark.column): \(error.message)"
        }
    }
}
