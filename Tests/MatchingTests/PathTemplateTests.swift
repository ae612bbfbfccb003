import Testing

@testable import Matching

@Suite struct PathTemplateTests {
    @Test(
        "A template matches paths and takes their values",
        arguments: [
            ("/a/{id}/b", "/a/1/b", ["id=1"]), ("/a/{id}", "/a/x%20y", ["id=x y"]), ("/a/{id}", "/a/", nil),
            ("/a/{id}", "/a/1/", nil), ("/a/**", "/a/b/c", []), ("/a/**", "/a/", []), ("/a/**", "/a", nil),
            ("/{x}/{y}", "/1/2", ["x=1", "y=2"]), ("/a", "/A", nil), ("/", "/", []), ("/a", "a", nil),
            ("/{x}", "/%ff%zz", ["x=\u{FFFD}%zz"]),
        ] as [(String, String, [String]?)]
    )
    func matches(_ template: String, _ path: String, _ expected: [String]?) throws {
        let found = try PathTemplate(template).match(path)
        #expect(found?.map { "\($0.name)=\($0.value)" } == expected)
    }

    @Test(
        "What is no template is refused at its place",
        arguments: [
            ("a", 0), ("/a/{id", 3), ("/{}", 1), ("/{a}/{a}", 5), ("/a{b}", 1), ("/**/a", 1), ("/{a?}", 1),
        ]
    )
    func refuses(_ template: String, _ offset: Int) {
        #expect { try PathTemplate(template) } throws: { ($0 as? InvalidPattern)?.offset == offset }
    }
}
