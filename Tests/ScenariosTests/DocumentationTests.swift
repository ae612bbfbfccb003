import Foundation
import Messages
import Testing

/// The pages that are written by hand name what scenario files can say.
struct DocumentationTests {
    private static func page(_ path: String) throws -> String {
        var folder = URL(filePath: #filePath)
        for _ in 0..<3 { folder.deleteLastPathComponent() }
        return try String(contentsOf: folder.appending(path: path), encoding: .utf8)
    }

    @Test("Every effect of a fault", arguments: ["README.md", "Sources/CLI/CLI.docc/HTTP2.md"])
    func effects(_ path: String) throws {
        let page = try Self.page(path)
        for effect in Fault.Effect.allCases.map(\.rawValue) {
            #expect(page.contains("`\(effect)`") || page.contains("`fault: \(effect)`"), "\(effect)")
        }
    }

    @Test("Every fault of TLS")
    func faultsOfTLS() throws {
        let page = try Self.page("Sources/CLI/CLI.docc/HTTPS.md")
        for fault in TLSFault.allCases.map(\.rawValue) { #expect(page.contains("`\(fault)`"), "\(fault)") }
    }
}
