import Testing

@testable import Matching

@Suite struct XMLLimitsTests {
    private static let bomb = """
        <!DOCTYPE a [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;">]>
        <a>&c;</a>
        """

    @Test(
        "Documents beyond the limits are invalid",
        arguments: [
            (bomb, "it declares entities, which are not expanded"),
            (
                "<!DOCTYPE a [<!ENTITY e SYSTEM 'file:///etc/passwd'>]><a>&e;</a>",
                "it declares entities, which are not expanded"
            ),
            (
                "<!DOCTYPE a [<!ENTITY % p SYSTEM 'http://127.0.0.1:1/'>%p;]><a/>",
                "it declares entities, which are not expanded"
            ),
            ("<!DOCTYPE a [<!ATTLIST a x CDATA 'y'>]><a/>", "its DTD declares attributes, which are not filled in"),
            ("<a>\(String(repeating: "<b/>", count: 100_000))</a>", "it has too many elements"),
            ("<a>\(String(repeating: "<!---->", count: 100_001))</a>", "it has too many elements"),
            ("<a \((0...1000).map { "a\($0)='' " }.joined())/>", "an element has too many attributes"),
            ("<a \((0...600).map { "xmlns:a\($0)='u' " }.joined())/>", "it has too many namespaces in scope"),
            (
                String(repeating: "<a>", count: 300),
                "line 1, column 772: Excessive depth in document: 256 use XML_PARSE_HUGE option"
            ),
            ("", "it is empty"),
            ("<a>&b;</a>", "line 1, column 7: Entity 'b' not defined"),
        ]
    )
    func rejects(_ text: String, _ message: String) {
        var budget = EvaluationBudget(steps: 10_000_000)
        let error = #expect(throws: InvalidPattern.self) { try XMLDocument(text, .namespaces, budget: &budget) }
        #expect(error?.message == message)
    }

    @Test func rejectsWhatIsTooLong() {
        var budget = EvaluationBudget(steps: 100_000_000)
        let text = "<a>" + String(repeating: " ", count: XMLDocument.maximumLength) + "</a>"
        let error = #expect(throws: InvalidPattern.self) { try XMLDocument(text, .namespaces, budget: &budget) }
        #expect(error?.message == "it has more than \(XMLDocument.maximumLength) bytes")
    }

    @Test(
        "Expressions beyond the limits are invalid",
        arguments: [
            (String(repeating: "/a", count: 2049), "it has more than 4096 bytes"),
            (String(repeating: "(", count: 65), "it is nested more than 64 levels deep"),
            ("//a[", "line 1, column 5: invalid expression"), ("//a)", "line 1, column 5: invalid expression"),
            ("//a | 'b", "line 1, column 9: invalid expression"), ("", "line 1, column 1: invalid expression"),
        ]
    )
    func rejectsExpressions(_ text: String, _ message: String) {
        let error = #expect(throws: InvalidPattern.self) { try XPath(text) }
        #expect(error?.message == message)
    }

    private static let deep = String(repeating: "<a>", count: 250) + String(repeating: "</a>", count: 250)
    private static let wide = "<a>\(String(repeating: "<b>text</b>", count: 5000))</a>"
    private static let long =
        "<a><b>\(String(repeating: "a", count: 100_000))</b><c>\(String(repeating: "a", count: 50_000))b</c></a>"

    @Test(
        "An evaluation that explodes stops, and the request matches nothing",
        arguments: [
            ("//*[count(//*) > 0]", wide), ("//*[//*[//*]]", wide), ("//b[string-length(/) > 0]", wide),
            ("//b[contains(/, 'x')]", wide), ("//b[normalize-space(/) = 'x']", wide), ("//b[. = //b[. = 'x']]", wide),
            ("//a[contains(b, c)]", long), ("//a[translate(b, c, 'x')]", long), ("//a[substring-before(b, c)]", long),
            // Without brackets and parentheses, libxml2 would evaluate it as a stream, which has no limit.
            (String(repeating: "//a", count: 16), deep),
            ("//b[sum(//b) = 1]", wide), ("//b[concat(/, /) = 'x']", wide), ("//b[preceding::b[preceding::b]]", wide),
        ]
    )
    func stops(_ path: String, _ text: String) throws {
        var budget = EvaluationBudget()
        let document = try XMLDocument(text, .localNames, budget: &budget)
        #expect(try document.count(XPath(path), budget: &budget) == nil)
        #expect(budget.isExhausted)
        var rest = EvaluationBudget()
        #expect(try !matcher(#"{"not": {"matchesXPath": "\#(path)"}}"#).matches(text, now: nil, budget: &rest))
    }

    @Test func usualExpressionsAreWithinTheBudget() throws {
        for path in [
            "//b", "//a//b | /a/b", "/",
            "//b[. = 'text']", "//b[last()]", "/a/b[contains(., 'ex')]", "//b[position() = 4000]", "//@x | //b",
        ] {
            var budget = EvaluationBudget()
            let document = try XMLDocument(Self.wide, .localNames, budget: &budget)
            #expect(try document.count(XPath(path), budget: &budget) != nil, "\(path)")
        }
    }

    @Test func aBodyIsParsedOnceForSeveralMatchers() throws {
        var budget = EvaluationBudget()
        let forms = XMLForms(Self.wide)
        let path = try XPath("//b[1]")
        #expect(forms.document(for: path, budget: &budget) != nil)
        let left = budget.stepsLeft
        #expect(forms.document(for: path, budget: &budget) != nil)
        #expect(budget.stepsLeft == left)
    }
}
