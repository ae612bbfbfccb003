import Contracts
import Testing

struct ScenarioAddressTests {
    static let address = ScenarioAddress("http://127.0.0.1:80/~a@t")

    @Test(
        "everything but an absolute address is below the scenario's",
        arguments: [
            ("/", "http://127.0.0.1:80/~a@t/"), ("/b?c=d#e", "http://127.0.0.1:80/~a@t/b?c=d#e"),
            ("b", "http://127.0.0.1:80/~a@t/b"), ("", "http://127.0.0.1:80/~a@t/"),
            ("http://b.example/c", "http://b.example/c"),
            ("//b.example/c", "http://b.example/c"),
        ]
    )
    func below(text: String, absolute: String) {
        #expect(Self.address.absolute(text) == absolute)
    }

    @Test(
        "templates are compared as they are written",
        arguments: [
            ("/a{?b}", "http://127.0.0.1:80/~a@t/a{?b}", true), ("/a{?b}", "/a{?b}", true),
            ("/a", "http://127.0.0.1:80/~a@t/a{?b}", false), ("/a{?b}", "http://127.0.0.1:80/~a@t/a", false),
            ("/a b", "http://127.0.0.1:80/~a@t/a%20b", true), ("/a", "http://127.0.0.1:80/a", false),
        ]
    )
    func same(expected: String, actual: String, isSame: Bool) {
        #expect(Self.address.isSame(expected, as: actual) == isSame)
    }
}
