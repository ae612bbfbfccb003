import Testing

@testable import Documents
@testable import Matching

@Suite struct GoldenIssuesTests {
    @Test func showsAllProblemsOfAFileInOneGo() {
        let text = """
            scenario: t
            oriign: https://x.example
            interactions:
              - name: one
                request:
                  mehtod: GET
                  urlPath: /a
                  headers: { Accept: { containz: y }, X: { equalToXml: "<a" } }
                  bodyPatterns:
                    - matchesJsonPath: $.a[
                response:
                  status: 99
                  headers:
                    X: "a\\r\\nb"
                    Last-Modified: yesterday
                  jsonBody: { a: 1, a: 2 }
              - response: { bodyFileName: ../secret }
            """
        let expected = """
            a.yaml:2:1: error: unknown key 'oriign' in a scenario file; did you mean 'origin'?
            oriign: https://x.example
            ^^^^^^
            a.yaml:6:7: error: unknown key 'mehtod' in a request; did you mean 'method'?
                  mehtod: GET
                  ^^^^^^
            a.yaml:8:28: error: unknown key 'containz' in a matcher; did you mean 'contains'?
                  headers: { Accept: { containz: y }, X: { equalToXml: "<a" } }
                                       ^^^^^^^^
            a.yaml:8:60: error: 'equalToXml' is not valid XML: line 1, column 3: Couldn't find end of Start Tag a line 1
                  headers: { Accept: { containz: y }, X: { equalToXml: "<a" } }
                                                                       ^^^^
            a.yaml:10:32: error: 'matchesJsonPath' is not a valid JSONPath: unexpected end, expected a name in quotes, an index, '*' or '?'
                    - matchesJsonPath: $.a[
                                           ^
            a.yaml:12:15: error: 'status' must be between 100 and 599, not 99
                  status: 99
                          ^^
            a.yaml:14:12: error: 'X' contains CR or LF, which would end or break the header
                    X: "a\\r\\nb"
                       ^^^^^^^^
            a.yaml:15:24: error: 'Last-Modified': 'yesterday' is not a valid HTTP-date; use the form 'Tue, 03 Nov 2026 10:00:00 GMT'
                    Last-Modified: yesterday
                                   ^^^^^^^^^
            a.yaml:16:25: error: key 'a' is defined twice in this object; the first one is on line 16
                  jsonBody: { a: 1, a: 2 }
                                    ^
            a.yaml:17:31: error: 'bodyFileName': '../secret' is outside the scenario's folder
              - response: { bodyFileName: ../secret }
                                          ^^^^^^^^^
            """
        #expect(rendered(text) == expected)
    }

    @Test("Long lines are cut around the culprit, and nothing steers the terminal")
    func cutsLongLines() {
        let padding = String(repeating: "x", count: 300)
        let excerpt = SourceExcerpt(line: "\(padding)\u{1B}[31mHERE\(padding)", column: 306, length: 4)
        #expect(excerpt.text.count == 162)
        #expect(!excerpt.text.contains("\u{1B}"))
        #expect(excerpt.text.hasPrefix("…") && excerpt.text.hasSuffix("…"))
        let column = excerpt.carets.firstIndex(of: "^").map {
            excerpt.carets.distance(from: excerpt.carets.startIndex, to: $0)
        }
        #expect(Array(excerpt.text)[(column ?? 0)...].prefix(4) == ["H", "E", "R", "E"])
    }

    @Test func keepsTabsUnderTabs() {
        #expect(SourceExcerpt(line: "\t\tab", column: 4, length: 9).carets == "\t\t ^")
        #expect(SourceExcerpt(line: "", column: 7, length: 1).carets == "^")
    }

    @Test(
        "The nearest word is suggested, and only when it is near",
        arguments: [
            ("mehtod", "method"), ("METHOD", "method"), ("urlpath", "urlPath"), ("ulr", "url"), ("xyz", nil), ("", nil),
        ] as [(String, String?)]
    )
    func suggests(_ word: String, _ expected: String?) {
        let suggestion = Spelling.suggestion(for: word, among: ["method", "urlPath", "url", "headers"])
        #expect(suggestion == expected.map { "did you mean '\($0)'?" })
    }
}
