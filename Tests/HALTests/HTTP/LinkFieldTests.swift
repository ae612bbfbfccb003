import HAL
import Testing

/// RFC 8288 §3, with its examples.
struct LinkFieldTests {
    @Test(
        "links of fields, with their relations and targets",
        arguments: [
            (
                ["<http://example.com/TheBook/chapter2>; rel=\"previous\"; title=\"previous chapter\""],
                ["previous http://example.com/TheBook/chapter2 'previous chapter'"]
            ),
            (["</>; rel=\"http://example.net/Foo\""], ["http://example.net/Foo http://a.example/"]),
            (["</terms>; rel=\"copyright\"; anchor=\"#foo\""], []),
            (["</terms>; rel=copyright; anchor=\"/list?a=1\""], ["copyright http://a.example/terms"]),
            (
                ["</2>; rel=next, </9>;rel=last;title=\"a, \\\"b\\\"; c\""],
                ["next http://a.example/2", "last http://a.example/9 'a, \"b\"; c'"]
            ),
            (
                ["</2>; rel=\"NEXT start\"", "<?a=2>; rel=next; rel=prev"],
                ["next http://a.example/2", "next http://a.example/list?a=2", "start http://a.example/2"]
            ),
            (["<http://a.example/,;> ; REL = next ; hreflang=de"], ["next http://a.example/,;"]),
            (
                ["</x>; title=x", "nonsense, </y>; rel=up", "<unclosed", "", "</z>;;rel=item;"],
                ["up http://a.example/y", "item http://a.example/z"]
            ),
        ]
    )
    func linksOfFields(_ fields: [String], expected: [String]) {
        let links = HALLinks(fields: fields, base: URIReference("http://a.example/list?a=1"))
        let read = links.entries.flatMap { entry in
            entry.links.elements.map { "\(entry.relation) \($0.href)" + ($0.title.map { " '\($0)'" } ?? "") }
        }
        #expect(read == expected)
    }

    @Test("a field with many relations takes no time that grows with their square")
    func manyRelations() {
        let relations = (0..<40_000).map { "r\($0)" }
        let distinct = "</>; rel=\"\(relations.joined(separator: " "))\""
        let same = "</>; rel=\"\(String(repeating: "a ", count: 40_000))\""
        let links = HALLinks(fields: [distinct, same], base: URIReference("http://a.example/"))
        #expect(links.relations.map(\.rawValue) == relations + ["a"])
        #expect(links["a"].count == 40_000)
    }
}
