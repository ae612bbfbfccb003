import Documents
import Testing

@testable import Scenarios

@Suite struct RootOverlapTests {
    private func issues(_ files: (name: String, keys: String)...) -> [String] {
        let scenarios = files.compactMap { file in
            read("scenario: t\n\(file.keys)\n", file.name).scenario
        }
        return RootOverlap.issues(in: scenarios).map(\.description)
    }

    private static let one = "interactions: [{ request: { urlPath: /a }, response: {} }]"
    private static let two = "interactions: [{ request: { method: GET, urlPath: /a }, response: { status: 503 } }]"
    private static let contract = "contract: [{ step: s, request: { url: /a }, expect: { outcome: success } }]"

    @Test("Of two files that answer the same at '/', the first one wins, and a note says so")
    func overlapping() {
        #expect(
            issues(("one.yaml", Self.one), ("two.yaml", Self.two)) == [
                "two.yaml:2:16: note: at '/', one.yaml:2 matches the requests of this interaction first; "
                    + "request it at /~two/"
            ]
        )
    }

    @Test("Where both files say that they are for '/', it is a mistake")
    func chosen() {
        let found = issues(("one.yaml", "root: true\n" + Self.one), ("two.yaml", "root: true\n" + Self.two))
        #expect(found.count == 1 && found[0].contains("two.yaml:3:16: warning: "), "\(found)")
    }

    @Test("A resource with the path of one in another file is an error where both are for '/'")
    func resources() {
        let one = "root: true\nresources: { a: { path: /l } }"
        let two = "root: true\nresources: { b: { path: '/%6C' } }"
        #expect(
            issues(("one.yaml", one), ("two.yaml", two)) == [
                """
                two.yaml:3:25: error: at '/', '/l' is already the path of the resource at one.yaml:3; \
                use another path, or request it at /~two/
                resources: { b: { path: '/%6C' } }
                                        ^^^^^^
                """
            ]
        )
        #expect(issues(("one.yaml", one), ("two.yaml", two.replacing("root: true\n", with: ""))).isEmpty)
    }

    @Test("What is for its own address, or answers other requests, is left alone")
    func apart() {
        #expect(issues(("one.yaml", Self.one), ("two.yaml", "\(Self.two)\n\(Self.contract)")).isEmpty)
        #expect(issues(("one.yaml", Self.two), ("two.yaml", Self.one)).isEmpty)
        #expect(issues(("one.yaml", "root: true\n" + Self.one), ("two.yaml", Self.two)).isEmpty)
    }
}
