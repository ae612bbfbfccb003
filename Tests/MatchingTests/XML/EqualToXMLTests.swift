import HAL
import Testing

@testable import Matching

/// Each verdict is that of WireMock 2.35.1, unless it says otherwise.
@Suite struct EqualToXMLTests {
    @Test(
        "XML is compared as XMLUnit compares it in WireMock",
        arguments: [
            ("<a/>", "<a></a>", true), ("<a>x</a>", "<a> x </a>", true), ("<a>  </a>", "<a/>", true),
            ("<a>x  y</a>", "<a>x y</a>", false), ("<a>\u{a0}</a>", "<a/>", false),
            ("<a><b/><c/></a>", "<a><c/><b/></a>", true), ("<a><z/><b/><B/></a>", "<a><B/><z/><b/></a>", true),
            ("<a><b>1</b><b>2</b></a>", "<a><b>2</b><b>1</b></a>", false),
            ("<a><b>1</b>\n<b>2</b></a>", "<a><b>1</b><b>2</b></a>", true),
            ("<a><b/></a>", "<a><b/><b/></a>", false), ("<a><b/><c/></a>", "<a><b/><d/></a>", false),
            ("<a/>", "<b/>", false), ("<a>x</a>", "<a><b>x</b></a>", false), ("<a><b>x</b></a>", "<a>x</a>", false),
            ("<a x='1' y='2'/>", "<a y='2' x='1'/>", true), ("<a x='1'/>", "<a x=' 1 '/>", true),
            ("<a x='1'/>", "<a x='1' y='2'/>", false), ("<a x='1' y='2'/>", "<a x='1'/>", false),
            ("<a>x<!--c-->y</a>", "<a>xy</a>", true), ("<!--c--><a/>", "<a/><!-- c -->", true),
            ("<a><![CDATA[ x ]]></a>", "<a>x</a>", true), ("<a>x<![CDATA[y]]></a>", "<a>xy</a>", true),
            ("<?pi d?><a/>", "<a/>", false), ("<a><?pi d?></a>", "<a><?pi e?></a>", false),
            ("<a><?pi d?></a>", "<a><?pi d?></a>", true), ("<a>&lt;&#65;</a>", "<a><![CDATA[<A]]></a>", true),
            ("<?xml version='1.0' encoding='ISO-8859-1'?><a>é</a>", "<a>é</a>", true),
            ("<a>é</a>", "<?xml version='1.0' encoding='UTF-16'?><a>é</a>", true),
            ("<!DOCTYPE a><a/>", "<a/>", true), ("<a/>", "<!DOCTYPE a SYSTEM 'http://127.0.0.1:1/'><a/>", true),
            ("<a/>", "no", false), ("<a/>", "", false), ("<a/>", " <a/>", true), ("<a/>", "<a/>x", false),
            ("<a/>", "<a/><b/>", false), ("<a/>", "<a", false),
            // WireMock breaks down on a text beside elements, and on `xml:lang`.
            ("<a>x<b/>y</a>", "<a>x<b/>y</a>", true), ("<a>x<b/>y</a>", "<a>x<b/>z</a>", false),
            ("<a xml:lang='de'/>", "<a xml:lang='de'/>", true), ("<a xml:lang='de'/>", "<a xml:lang='en'/>", false),
        ]
    )
    func compares(_ expected: String, _ actual: String, isEqual: Bool) throws {
        try #expect(matcher(Self.json(expected)).matches(actual) == isEqual)
    }

    @Test(
        "Of namespaces the default one counts, where one is expected",
        arguments: [
            ("<a/>", "<a xmlns='u'/>", true), ("<a xmlns='u'/>", "<a/>", false),
            ("<a xmlns='u'/>", "<a xmlns='v'/>", false),
            ("<p:a xmlns:p='u'/>", "<q:a xmlns:q='v'/>", true), ("<p:a xmlns:p='u'/>", "<a/>", true),
            ("<a/>", "<p:a xmlns:p='u'/>", true), ("<p:a/>", "<a/>", true),
            ("<a xmlns='u'/>", "<p:a xmlns:p='u'/>", false),
            ("<p:a xmlns:p='u' p:x='1'/>", "<q:a xmlns:q='u' q:x='1'/>", false),
            ("<p:a xmlns:p='u' p:x='1'/>", "<p:a xmlns:p='v' p:x='1'/>", true),
            ("<a x='1'/>", "<a xmlns:q='u' q:x='1'/>", false), ("<a p:x='1'/>", "<a p:x='1'/>", true),
            ("<a xmlns='u'><b/></a>", "<a xmlns='u'><b xmlns=''/></a>", false),
            ("<a xmlns='u'><b/></a>", "<a xmlns='u'><b xmlns='v'/></a>", false),
            ("<a xmlns='u'><b xmlns='v'/></a>", "<a xmlns='u'><b xmlns='v'/></a>", true),
            ("<p:a xmlns:p='u' xmlns='w'/>", "<p:a xmlns:p='v'/>", false),
            ("<a xmlns='u'><p:b xmlns:p='q'/></a>", "<a xmlns='u'><b/></a>", true),
            ("<p:a xmlns:p='u'><b/></p:a>", "<p:a xmlns:p='u'><b xmlns='x'/></p:a>", true),
        ]
    )
    func comparesNamespaces(_ expected: String, _ actual: String, isEqual: Bool) throws {
        try #expect(matcher(Self.json(expected)).matches(actual) == isEqual)
    }

    @Test(
        "Awareness of namespaces is an option",
        arguments: [
            ("STRICT", "<p:a xmlns:p='u' p:x='1'/>", "<q:a xmlns:q='u' q:x='1'/>", true),
            ("STRICT", "<p:a xmlns:p='u'/>", "<p:a xmlns:p='v'/>", false), ("STRICT", "<a/>", "<a xmlns='u'/>", false),
            ("STRICT", "<a xmlns='u'/>", "<p:a xmlns:p='u'/>", true),
            ("NONE", "<a xmlns='u'/>", "<p:a xmlns:p='v'/>", true),
            ("NONE", "<a p:x='1'/>", "<a x='1'/>", true), ("LEGACY", "<a xmlns='u'/>", "<a/>", false),
        ]
    )
    func isAware(_ awareness: String, _ expected: String, _ actual: String, isEqual: Bool) throws {
        let matcher = try matcher(Self.json(expected, #", "namespaceAwareness": "\#(awareness)""#))
        #expect(matcher.matches(actual) == isEqual)
    }

    @Test func elementsWithOneNameMayBeInAnyOrder() throws {
        let matcher = try matcher(Self.json("<a><b>1</b><b>2</b></a>", #", "ignoreOrderOfSameNode": true"#))
        #expect(matcher.matches("<a><b>2</b><b>1</b></a>"))
        #expect(!matcher.matches("<a><b>2</b><b>2</b></a>"))
    }

    @Test(
        "Differences can be exempted",
        arguments: [
            ("NAMESPACE_URI", "<a xmlns='u'/>", "<a/>", true), ("ELEMENT_TAG_NAME", "<a><b/></a>", "<a><c/></a>", true),
            ("TEXT_VALUE", "<a>t</a>", "<a>u</a>", true), ("TEXT_VALUE", "<a x='1'/>", "<a x='2'/>", false),
            ("CHILD_NODELIST_LENGTH", "<a><b/></a>", "<a><b/><c/></a>", true),
            ("CHILD_NODELIST_LENGTH", "<a><b/><c/></a>", "<a><b/></a>", false),
            ("CHILD_LOOKUP", "<a>t</a>", "<a><b/></a>", true), ("ATTR_VALUE", "<a x='1'/>", "<a x='2'/>", true),
            ("ELEMENT_NUM_ATTRIBUTES", "<a x='1'/>", "<a x='1' y='1'/>", true),
            ("ATTR_NAME_LOOKUP", "<a x='1'/>", "<a y='1'/>", true), ("XML_VERSION", "<a/>", "<b/>", false),
        ]
    )
    func exempts(_ difference: String, _ expected: String, _ actual: String, isEqual: Bool) throws {
        let matcher = try matcher(Self.json(expected, #", "exemptedComparisons": ["\#(difference)"]"#))
        #expect(matcher.matches(actual) == isEqual)
    }

    @Test(
        "Placeholders are XMLUnit's",
        arguments: [
            ("<a>${xmlunit.ignore}</a>", "<a>7</a>", true), ("<a>${xmlunit.ignore}</a>", "<a/>", true),
            ("<a>${xmlunit.ignore}</a>", "<a><b/></a>", true), ("<a>x${xmlunit.ignore}</a>", "<a>x7</a>", false),
            ("<a x='${xmlunit.ignore}'/>", "<a/>", true),
            ("<a x='${xmlunit.ignore}' y='1'/>", "<a z='3' y='1'/>", true),
            ("<a x='${xmlunit.ignore}'/>", "<a x='1' y='2'/>", false),
            ("<a>${xmlunit.isNumber}</a>", "<a>7.5e3</a>", true), ("<a>${xmlunit.isNumber}</a>", "<a>x</a>", false),
            ("<a>${xmlunit.isNumber}</a>", "<a/>", false), ("<a>${xmlunit.isNumber}</a>", "<a><![CDATA[7]]></a>", true),
            ("<a>${xmlunit.matchesRegex([a-c]+)}</a>", "<a>xabcx</a>", true),
            ("<a>${xmlunit.matchesRegex(^[a-c]+$)}</a>", "<a>xabcx</a>", false),
            ("<a>${xmlunit.matchesRegex((a|b)c)}</a>", "<a>bc</a>", false),
            ("<a>${xmlunit.matchesRegex(a,b)}</a>", "<a>a</a>", true),
            ("<a>${xmlunit.isDateTime}</a>", "<a>2020-01-01T10:00:00Z</a>", true),
            ("<a>${xmlunit.isDateTime}</a>", "<a>1/2/20</a>", true),
            ("<a>${xmlunit.isDateTime}</a>", "<a>soon</a>", false),
            ("<a>${xmlunit.isDateTime(dd.MM.yyyy)}</a>", "<a>01.02.2020</a>", true),
            ("<a>${xmlunit.isDateTime(dd.MM.yyyy)}</a>", "<a>2020-01-01</a>", false),
            ("<a>${xmlunit.unknown}</a>", "<a>7</a>", false), ("<a>${ xmlunit.ignore }</a>", "<a>7</a>", true),
            ("<a><b>${xmlunit.ignore}</b><c>1</c></a>", "<a><c>1</c><b>9</b></a>", true),
            ("<a>${xmlunit.isNumber} ${xmlunit.isNumber}</a>", "<a>1 2</a>", false),
        ]
    )
    func readsPlaceholders(_ expected: String, _ actual: String, isEqual: Bool) throws {
        try #expect(matcher(Self.json(expected, #", "enablePlaceholders": true"#)).matches(actual) == isEqual)
        if isEqual { try #expect(!matcher(Self.json(expected)).matches(actual)) }
    }

    @Test func placeholdersCanHaveOtherDelimiters() throws {
        let options =
            #", "enablePlaceholders": true, "placeholderOpeningDelimiterRegex": "\\[\\[", "placeholderClosingDelimiterRegex": "]]""#
        #expect(try matcher(Self.json("<a>[[xmlunit.ignore]]</a>", options)).matches("<a>7</a>"))
        #expect(try !matcher(Self.json("<a>${xmlunit.ignore}</a>", options)).matches("<a>7</a>"))
    }

    @Test(
        "A hint names the difference",
        arguments: [
            ("<a><b>1</b></a>", "<a><b>2</b></a>", "/a/b has the text '2', not '1'"),
            ("<a><b/></a>", "<a><c/></a>", "/a/b is the element 'c'"),
            ("<a x='1'/>", "<a y='1'/>", "/a lacks the attribute 'x'"),
            ("<a/>", "<a><b/></a>", "/a has 1 children, not 0"),
            ("<a xmlns='u'/>", "<a/>", "/a has the namespace none, not 'u'"),
            ("<a/>", "{}", "the value is not valid XML: line 1, column 1: Start tag expected, '<' not found"),
        ]
    )
    func explains(_ expected: String, _ actual: String, _ hint: String) throws {
        let matcher = try matcher(Self.json(expected))
        #expect(matcher.operation.hint(for: actual, ValueHint(ExplanationBudget())) == hint)
    }

    @Test func isWrittenAsItIsRead() throws {
        let text = Self.json(
            "<a/>",
            #", "enablePlaceholders": true, "namespaceAwareness": "NONE", "ignoreOrderOfSameNode": true, "exemptedComparisons": ["ATTR_VALUE"]"#
        )
        let matcher = try matcher(text)
        let written = matcher.wireMockJSON.serialized()
        #expect(try MatchingTests.matcher(written) == matcher)
        #expect(written.contains("exemptedComparisons"))
    }

    private static func json(_ expected: String, _ options: String = "") -> String {
        let text = expected.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
        return #"{"equalToXml": "\#(text)"\#(options)}"#
    }
}
