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
        let page = tests.appending(path: "../../Sources/HAL/HAL.docc/HAL.md")
        #expect(try String(contentsOf: page, encoding: .utf8).contains("```swift\n\(sample)```"))
    }

    @Test(arguments: [
        (
            #"{"price": 2.890, "_links": {"logs": {"href": "/logs{?day}", "templated": true}}}"#,
            "2.890, logs at /logs?day=2013-10-29"
        ),
        (#"{"price": "cheap"}"#, "no price, logs at no place"),
        ("[]", "no resource"),
    ])
    func theSampleTellsWhatIsThere(text: String, told: String) throws {
        #expect(try describe(station: text, day: "2013-10-29") == told)
    }
}
