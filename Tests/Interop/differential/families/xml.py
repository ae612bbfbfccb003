"""equalToXml and matchesXPath, with their options."""

from ..case import Case, post, stub

ORDER = "<order id='7'><item n='1'>diesel</item><item n='2'>super</item><note>a &lt; b</note><total>12.50</total></order>"
SOAP = (
    "<s:Envelope xmlns:s='urn:soap'><s:Body><o:order xmlns:o='urn:orders' id='7'><o:item>diesel</o:item></o:order>"
    "</s:Body></s:Envelope>"
)
BODIES = [
    ORDER,
    SOAP,
    "<order id='7'>\n  <total>12.50</total>\n  <note>a &lt; b</note>\n  <item n='1'> diesel </item><item n='2'>super</item>\n</order>",
    "<order id='7'><item n='2'>super</item><item n='1'>diesel</item><note>a &lt; b</note><total>12.50</total></order>",
    "<order id='8'><item n='1'>diesel</item><item n='2'>super</item><note>a &lt; b</note><total>12.50</total></order>",
    "<order xmlns='urn:orders' id='7'><item n='1'>diesel</item></order>",
    "<order><item/></order>", "<order>x</order>", "<order/>", "{}", "<order", " <order id='7'/>",
]  # fmt: skip

EQUAL = [
    {"equalToXml": ORDER},
    {"equalToXml": SOAP},
    {"equalToXml": "<order/>"},
    {"equalToXml": "<order>x</order>"},
    {"equalToXml": "<order id='7'><item n='1'>diesel</item></order>"},
    {"equalToXml": "<order xmlns='urn:orders' id='7'><item n='1'>diesel</item></order>"},
    {"equalToXml": "<x:order xmlns:x='urn:orders' id='7'><item n='1'>diesel</item></x:order>"},
    {"equalToXml": "<order><!-- nothing --><item></item></order>"},
    {"equalToXml": ORDER, "exemptedComparisons": ["ATTR_VALUE", "TEXT_VALUE"]},
    {"equalToXml": "<order id='7'/>", "exemptedComparisons": ["CHILD_NODELIST_LENGTH"]},
    {"equalToXml": "<order id='7'/>", "exemptedComparisons": ["ELEMENT_NUM_ATTRIBUTES", "NAMESPACE_URI"]},
    {"equalToXml": "<order>${xmlunit.ignore}</order>", "enablePlaceholders": True},
    {"equalToXml": "<order>${xmlunit.ignore}</order>"},
    {"equalToXml": "<order id='${xmlunit.isNumber}'/>", "enablePlaceholders": True},
    {
        "equalToXml": "<order id='[[xmlunit.isNumber]]'>[[xmlunit.ignore]]</order>",
        "enablePlaceholders": True,
        "placeholderOpeningDelimiterRegex": r"\[\[",
        "placeholderClosingDelimiterRegex": "]]",
    },
]

TEXTS = ["7", "7.5", "-1e3", "x", "", "2020-01-01", "2020-01-01T10:00:00Z", "1/2/20", "01.02.2020", "abc", "a,b"]
PLACEHOLDERS = ["ignore", "isNumber", "isDateTime", "isDateTime(dd.MM.yyyy)", "matchesRegex([a-c]+)", "matchesRegex(^a$)", "none"]

PATHS = [
    "/order", "/order/item", "//item", "//item[@n='2']", "/order/item[2]", "//item/text()", "//total[. > 12]", "//none",
    "/Envelope/Body/order", "/Envelope/Body/order/item", "//*[local-name()='item']", "count(//item)=2", "count(//item)",
    "string(/order)", "//o:item", "//item[", "/order[@id='7']", "//@n", "//note[contains(., '<')]", "/order[item and note]",
    "/order[not(note)]", "/order/item[position()=last()]", "/*", "/", "//item | //none", "name(/*)", "//comment()",
]  # fmt: skip

NAMESPACES = {"s": "urn:soap", "o": "urn:orders"}
PREFIXED = ["/s:Envelope/s:Body/o:order", "//o:item", "//item", "//o:order[@id='7']", "/o:order/o:item", "//x:item", "/order"]

OPERATORS = [
    ("//item/text()", {"equalTo": "super"}),
    ("//item/text()", {"matches": "s.*"}),
    ("//item", {"equalTo": "super"}),
    ("//item", {"equalToXml": "<item n='2'>super</item>"}),
    ("//item", {"contains": ">super</item>"}),
    ("//total", {"equalTo": "<total>12.50</total>\n"}),
    ("/order", {"matches": "(?s)<order id=\"7\">\n  <item n=\"1\">diesel</item>\n.*</order>\n"}),
    ("/order/@id", {"equalTo": "7"}),
    ("//none", {"absent": True}),
    ("//note/text()", {"equalTo": "a < b"}),
    ("//item/text()", {"doesNotContain": "sup"}),
    ("count(//item)", {"equalTo": "2"}),
    ("/order/total/text()", {"or": [{"equalTo": "1"}, {"equalTo": "12.50"}]}),
]


def asked(patterns):
    return [stub({"bodyPatterns": patterns})], [post(body, "application/xml") for body in BODIES]


def cases(random):
    for number, matcher in enumerate(EQUAL):
        yield Case(f"equal-{number}", *asked([matcher]))
    for name in PLACEHOLDERS:
        matcher = {"equalToXml": "<a>${xmlunit.%s}</a>" % name, "enablePlaceholders": True}
        bodies = [post(f"<a>{text}</a>", "text/xml") for text in TEXTS]
        yield Case(f"placeholder-{name}", [stub({"bodyPatterns": [matcher]})], bodies)
    for path in PATHS:
        yield Case(path, *asked([{"matchesXPath": path}]))
    for path in PREFIXED:
        yield Case(f"{path} with namespaces", *asked([{"matchesXPath": path, "xPathNamespaces": NAMESPACES}]))
    for number, (path, matcher) in enumerate(OPERATORS):
        yield Case(f"{path} with {number}", *asked([{"matchesXPath": {"expression": path, **matcher}}]))
    for number, path in enumerate(["//item", "//item/text()", "/order/@id", "//none", "count(//item)", "//item[", "/order/total"]):
        body = "{{{xPath request.body '%s'}}}" % path
        stubs = [stub({}, body, transformers=["response-template"])]
        yield Case(f"helper-{number}", stubs, [post(each, "text/xml") for each in BODIES[:1] + BODIES[8:10]])
    each = "{{#each (xPath request.body '//item') as |node|}}{{node.name}}={{node.text}}/{{node.attributes.n}};{{/each}}"
    soap = "{{{soapXPath request.body '/order/item/text()'}}}"
    for name, body in [("each", each), ("soap", soap)]:
        stubs = [stub({}, body, transformers=["response-template"])]
        yield Case(f"helper-{name}", stubs, [post(each, "text/xml") for each in BODIES[:2]])
    for number in range(8):
        patterns = [random.choice(EQUAL), {"matchesXPath": random.choice(PATHS)}]
        yield Case(f"both-{number}", *asked(patterns))
