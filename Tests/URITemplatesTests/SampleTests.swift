import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

struct SampleTests {
    @Test func theDocumentationShowsTheSampleThatIsCompiledHere() throws {
        let tests = URL(filePath: #filePath).deletingLastPathComponent()
        let sample = try String(contentsOf: tests.appending(path: "Sample.swift"), encoding: .utf8)
        let page = tests.appending(path: "../../Sources/URITemplates/URITemplates.docc/URITemplates.md")
        #expect(try String(contentsOf: page, encoding: .utf8).contains("```swift\n\(sample)```"))
    }

    @Test func theSampleKnowsOneVariableAfterTheOther() throws {
        let expected = ["/stations?near=New%20York&page=1", "/stations?near=New%20York&page=2"]
        #expect(try pages(of: "New York") == expected)
    }
}
