import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Each Swift sample of an article or a doc comment is compiled in a file of the tests.
struct FragmentTests {
    private static func files(_ folder: String, _ ending: String) throws -> [String] {
        let root = #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
        return try FileManager.default.subpathsOfDirectory(atPath: "/\(root)/\(folder)")
            .filter { $0.hasSuffix(ending) }.sorted().map { "\(folder)/\($0)" }
    }

    /// The text without its layout, and without `_ =` before results that a sample does not use.
    private static func withoutLayout(_ text: String) -> String {
        text.filter { !$0.isWhitespace }.replacing("_=", with: "")
    }

    /// The samples of a page, or those of doc comments.
    private static func samples(_ text: String, isSource: Bool) -> [String] {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            let comment = line.drop { $0 == " " }
            guard isSource, comment.hasPrefix("///") else { return String(line) }
            return String(comment.dropFirst(3).drop { $0 == " " })
        }
        return lines.split(separator: "```swift").dropFirst().map { $0.prefix { $0 != "```" }.joined(separator: "\n") }
    }

    @Test(arguments: [("Sources/HALClient", ".md"), ("Sources/HALClient", ".swift"), ("Sources/HAL", ".swift")])
    func eachSampleIsCompiled(folder: String, ending: String) throws {
        let compiled = try Self.files("Tests/HALClientTests", ".swift")
            .map { Self.withoutLayout(try SampleTests.text($0)) }
        var count = 0
        for file in try Self.files(folder, ending) {
            let samples = Self.samples(try SampleTests.text(file), isSource: ending == ".swift")
            for sample in samples where !Self.isManifest(sample) {
                count += 1
                let text = Self.withoutLayout(sample)
                #expect(compiled.contains { $0.contains(text) }, "\(file): \(sample)")
            }
        }
        #expect(count >= 4)
    }

    /// A part of `Package.swift`.
    private static func isManifest(_ sample: String) -> Bool {
        sample.hasPrefix("// swift-tools-version") || sample.hasPrefix(".testTarget(")
    }
}
