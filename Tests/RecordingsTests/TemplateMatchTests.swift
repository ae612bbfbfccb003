import HAL
import Testing

@testable import Recordings

/// Variables of URI templates, found in an expansion.
struct TemplateMatchTests {
    @Test(
        arguments: [
            ("/a/{id}", "/a/7", ["id": "7"]), ("/a/{id}/b", "/a/x%20y/b", ["id": "x y"]),
            ("/a{?page,size}", "/a?page=2&size=10", ["page": "2", "size": "10"]),
            ("/a{?page,size}", "/a?size=10", ["size": "10"]),
            ("/a?x=1{&page}", "/a?x=1&page=2", ["page": "2"]), ("{+base}/x", "/a/b/x", ["base": "/a/b"]),
            ("/a{/id}{?q}", "/a/7?q=x", ["id": "7", "q": "x"]), ("/a/{b}", "/c/7", nil), ("/a/{b}", "/a/b/c", nil),
            ("/a", "/a", nil), ("/a/{b", "/a/{b", nil), ("/a{?page}", "/a", nil), ("/a{?page}", "/a?other=1", nil),
        ] as [(String, String, JSONObject?)]
    )
    func variablesExpandToTheAddress(_ template: String, address: String, variables: JSONObject?) {
        #expect(TemplateMatch.variables(of: template, in: address) == variables)
    }
}
