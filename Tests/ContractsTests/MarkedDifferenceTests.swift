import Testing

@testable import Contracts

struct MarkedDifferenceTests {
    @Test(arguments: [
        ("success", "success", "success", "success"),
        ("success", "conflict", "success", "conflict"),
        ("", "a", "", "a"),
        ("120 s", "130 s", "<mark>120</mark> s", "<mark>130</mark> s"),
        ("/stations/7", "/stations/8?a", "/stations/<mark>7</mark>", "/stations/<mark>8?a</mark>"),
        ("a b", "a", "a<mark> b</mark>", "a"),
        ("<i>1</i>", "<i>2</i>", "&lt;i&gt;<mark>1</mark>&lt;/i&gt;", "&lt;i&gt;<mark>2</mark>&lt;/i&gt;"),
        ("a\nb\nc", "a\nc", "a\n<mark>b</mark>\nc", "a\nc"),
        ("a\nb 1\nc", "a\nb 2\nc", "a\nb <mark>1</mark>\nc", "a\nb <mark>2</mark>\nc"),
        (
            #"{"a":1,"b":2.890}"#, #"{"a":1,"b":2.89}"#,
            "{\n  &quot;a&quot;: 1,\n  &quot;b&quot;: 2.<mark>890</mark>\n}",
            "{\n  &quot;a&quot;: 1,\n  &quot;b&quot;: 2.<mark>89</mark>\n}"
        ),
    ])
    func marksWhatDiffers(_ expected: String, _ actual: String, _ left: String, _ right: String) {
        let marked = MarkedDifference(expected: expected, actual: actual)
        #expect(marked.expected == left)
        #expect(marked.actual == right)
    }

    @Test func comparesLongTextsAsAWhole() {
        let lines = (0..<5000).map { "\($0)" }.joined(separator: "\n")
        let marked = MarkedDifference(expected: lines, actual: lines + "\nx")
        #expect(marked.actual.hasSuffix("<mark>x</mark>"))
    }

    @Test func indentsTheBodiesOfAnExchange() {
        let text = "> POST /a\n> Accept: x\n>\n> {\"a\":[]}\n< 200\n<\n< {\"b\": {\n<  \"c\":1.50}}"
        let expected = """
            > POST /a
            > Accept: x
            >
            > {
            >   "a": []
            > }
            < 200
            <
            < {
            <   "b": {
            <     "c": 1.50
            <   }
            < }
            """
        #expect(IndentedJSON.exchange(text) == expected)
        #expect(IndentedJSON.exchange("< 200\n<\n< plain") == "< 200\n<\n< plain")
        #expect(IndentedJSON.exchange("") == "")
    }

    @Test(arguments: [
        (["Scenarios/a/b.yaml", "Scenarios/c.yaml"], "Scenarios", "a/b.yaml"),
        (["/x/y/a.yaml"], "/x/y", "a.yaml"),
        (["/a.yaml", "/b/c.yaml"], "", "/a.yaml"),
        (["a.yaml", "b/c.yaml"], "", "a.yaml"),
        (["Scenarios/a.yaml", "Scenarios-2/b.yaml"], "", "Scenarios/a.yaml"),
        (["ä/a.yaml", "ä/b.yaml"], "ä", "a.yaml"),
    ])
    func findsTheFolderOfAllFiles(_ files: [String], _ path: String, _ first: String) {
        let folder = CommonFolder(of: files)
        #expect(folder.path == path)
        #expect(folder.relative(files[0]) == first)
        #expect(CommonFolder(of: [String]()).relative("a/b") == "a/b")
    }
}
