import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The public types of the module, as its first page of documentation lists them.
struct TopicsTests {
    /// Compiled on Apple platforms or with a trait only, so that documentation from Linux has no page for them.
    private static let absent: Set<Substring> = ["KeychainTokenStore", "URLSessionTransport"]

    /// Types of SwiftUI, Foundation, Vapor and OpenAPIRuntime, which one file may import with this module.
    private static let taken: Set<Substring> = [
        "Application", "Authenticator", "Bundle", "Button", "Client", "ClientError", "Configuration", "Content",
        "Data", "Date", "Environment", "ErrorBody", "FileRegion", "Form", "Group", "HTTPBody", "Host", "Image",
        "Label", "Link", "Middleware", "Operation", "Picker", "Port", "Process", "Progress", "Request", "Response",
        "Route", "Section", "ServerError", "Session", "State", "Step", "Stream", "Table", "Template", "Text", "Thread",
        "Timer", "URL", "Validator", "View",
    ]

    /// The names of the public types that are not nested in another one.
    private static func types() throws -> Set<Substring> {
        let root = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/") + "/Sources/HALClient"
        let files = try FileManager.default.subpathsOfDirectory(atPath: root)
        var names: Set<Substring> = []
        for file in files where file.hasSuffix(".swift") {
            let lines = try String(contentsOf: URL(filePath: "\(root)/\(file)"), encoding: .utf8).split(separator: "\n")
            var isNested = false
            for line in lines {
                let indent = line.prefix { $0 == " " }.count
                // Whole files can be indented below `#if`.
                if indent == 0 { isNested = !line.hasPrefix("#") && line.hasSuffix("{") }
                guard indent == 0 || indent == 4 && !isNested,
                    let match = line.firstMatch(
                        of: /^ *public (?:final )?(?:struct|class|enum|protocol|actor) (\w+)/
                    )
                else { continue }
                names.insert(match.1)
            }
        }
        return names
    }

    @Test func eachTypeHasATopic() throws {
        let page = try SampleTests.text("Sources/HALClient/HALClient.docc/HALClient.md")
        let topics = try #require(page.split(separator: "## Topics\n").last)
        let listed = Set(topics.matches(of: /- ``(\w+)``/).map(\.1))
        #expect(try Self.types().subtracting(Self.absent) == listed)
    }

    @Test func theFirstTopicHasFewTypes() throws {
        let page = try SampleTests.text("Sources/HALClient/HALClient.docc/HALClient.md")
        let essentials = try #require(page.split(separator: "### Essentials\n").last?.split(separator: "###").first)
        #expect(essentials.matches(of: /- ``/).count <= 10)
    }

    @Test func noTypeHasTheNameOfAnotherFrameworksType() throws {
        #expect(try Self.types().isDisjoint(with: Self.taken))
    }
}
