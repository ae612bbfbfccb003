import HAL
import Testing

@testable import Matching

/// Each verdict is that of WireMock 2.35.1, unless it says otherwise.
@Suite struct MatchesXPathTests {
    private static let order = """
        <s:Env xmlns:s='urn:s'><s:Body><t:item xmlns:t='urn:t' t:id='7' k='v'>text</t:item><item>two</item></s:Body></s:Env>
        """

    @Test(
        "Without namespaces, names count without their prefixes",
        arguments: [
            ("/Env", true), ("/Env/Body/item", true), ("/Env/Body/item[@id='7']", true),
            ("/Env/Body/item[@k='v']", true),
            ("//*[local-name()='item']", true), ("//s:Env", false), ("//@k", true), ("//@id", true), ("//@t:id", false),
            ("//text()", true), ("//comment()", false), ("//item[text()='two']", true), ("//item[.='two']", true),
            ("//none", false), ("//item[last()]", true), ("/", true), (".", true), ("Env", true),
            ("//item | //none", true), ("//item[contains(., 'tw')]", true), ("//*[namespace-uri()='urn:t']", false),
            // Only nodes match; numbers, texts and booleans do not.
            ("count(//item)=2", false), ("count(//item)", false), ("string(//item)", false), ("true()", false),
            // In WireMock, `//` before the only name finds no name with a prefix.
            ("//Body", true),
        ]
    )
    func selects(_ path: String, isMatch: Bool) throws {
        try #expect(matcher(#"{"matchesXPath": "\#(path)"}"#).matches(Self.order) == isMatch)
    }

    @Test(
        "With namespaces, names have them",
        arguments: [
            ("/Env", false), ("/s:Env", true), ("//t:item", true), ("//item", true), ("//t:item[@t:id='7']", true),
            ("//t:item[@id='7']", false), ("//x:item", false), ("//s:Body/item", true),
        ]
    )
    func selectsWithNamespaces(_ path: String, isMatch: Bool) throws {
        let namespaces = #"{"s": "urn:s", "t": "urn:t"}"#
        let matcher = try matcher(#"{"matchesXPath": "\#(path)", "xPathNamespaces": \#(namespaces)}"#)
        #expect(matcher.matches(Self.order) == isMatch)
    }

    @Test(
        "A matcher checks the selected nodes",
        arguments: [
            ("//b/text()", #""equalTo": "22""#, true), ("//b/text()", #""equalTo": "3""#, false),
            ("//b", #""equalTo": "1""#, false), ("//b", #""contains": "1""#, true),
            ("//b", #""matches": "<b>1</b>\\n""#, true), ("//e", #""equalTo": "<e/>\n""#, true),
            ("//b", #""equalToXml": "<b>22</b>""#, true),
            ("//c", #""equalTo": "<c x=\"9\">\n  <d>t</d>\n</c>\n""#, true), ("//c/@x", #""equalTo": "9""#, true),
            ("//none", #""absent": true"#, false), ("//none", #""doesNotMatch": "x""#, false),
            ("//b/text()", #""doesNotMatch": "1""#, true), ("/", #""contains": "<a>""#, true),
            ("count(//b)", #""equalTo": "2""#, false), ("//c", #""matchesXPath": "//d""#, true),
            ("//d/text()", #""and": [{"contains": "t"}, {"equalTo": "t"}]"#, true),
        ]
    )
    func checks(_ path: String, _ operation: String, isMatch: Bool) throws {
        let document = "<a><b>1</b><b>22</b><c x='9'><d>t</d></c><e/></a>"
        let matcher = try matcher(#"{"matchesXPath": {"expression": "\#(path)", \#(operation)}}"#)
        #expect(matcher.matches(document) == isMatch)
    }

    @Test(
        "Other texts do not match",
        arguments: ["", "no", "<a", "{}", "<a/><b/>", "<!DOCTYPE a [<!ENTITY e 'x'>]><a>&e;</a>"]
    )
    func isNotXML(_ text: String) throws {
        try #expect(!matcher(#"{"matchesXPath": "//a"}"#).matches(text))
        try #expect(!matcher(#"{"not": {"matchesXPath": "//b"}}"#).matches(nil) == false)
    }

    @Test(
        "An element is shown as the JDK indents it",
        arguments: [
            ("<a>\n  <b>1</b>\n  <c/>\n</a>", "<a>\n    \n  <b>1</b>\n    \n  <c/>\n  \n</a>\n"),
            ("<a>x<b/>y</a>", "<a>\n  x\n  <b/>\n  y\n</a>\n"),
            (
                "<a x='&lt;&quot;&amp;&gt;&#10;é'>é&lt;&gt;&amp;\"</a>",
                "<a x=\"&lt;&quot;&amp;&gt;&#10;é\">é&lt;&gt;&amp;\"</a>\n"
            ),
            ("<a><!--c--><?p d?><b/></a>", "<a>\n  <!--c-->\n  <?p d?>\n  <b/>\n</a>\n"),
            (
                "<a xmlns='u' xmlns:p='v'><p:b p:x='1'/></a>",
                "<a xmlns=\"u\" xmlns:p=\"v\">\n  <p:b p:x=\"1\"/>\n</a>\n"
            ),
            ("<a><b><c><d/></c></b></a>", "<a>\n  <b>\n    <c>\n      <d/>\n    </c>\n  </b>\n</a>\n"),
        ]
    )
    func shows(_ text: String, _ shown: String) throws {
        var budget = EvaluationBudget()
        let document = try XMLDocument(text, .localNames, budget: &budget)
        let selected = try #require(try document.select(XPath("/a"), budget: &budget))
        #expect(selected.map { $0.map(\.presentation) } == [[shown]])
    }

    @Test(
        "A hint names the cause",
        arguments: [
            ("//b", "<a/>", "the XPath selects nothing"),
            ("count(//a)", "<a/>", "the XPath does not select nodes, or uses an unknown prefix"),
            ("//a", "<a", "the value is not valid XML: line 1, column 3: Couldn't find end of Start Tag a line 1"),
        ]
    )
    func explains(_ path: String, _ text: String, _ hint: String) throws {
        let matcher = try matcher(#"{"matchesXPath": "\#(path)"}"#)
        #expect(matcher.operation.hint(for: text, ValueHint(ExplanationBudget())) == hint)
    }

    @Test func isWrittenAsItIsRead() throws {
        let text =
            #"{"matchesXPath":{"expression":"//s:b","equalTo":"1"},"xPathNamespaces":{"s":"urn:s","a":"urn:a"}}"#
        #expect(try matcher(text).wireMockJSON.serialized() == text)
    }
}
