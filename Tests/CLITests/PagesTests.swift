import Foundation
import Testing

/// Pages name only what exists.
struct PagesTests {
    private static let forContributors = [".github/ARCHITECTURE.md", ".github/CONTRIBUTING.md"]

    @Test func linksLeadSomewhere() throws {
        let pages = try Pages.all()
        let articles = Set(pages.map { URL(filePath: $0).deletingPathExtension().lastPathComponent })
        var count = 0
        for page in pages {
            let folder = Tool.packageFolder.appending(path: page).deletingLastPathComponent()
            let text = try Pages.text(of: page)
            for match in text.matches(of: /\]\(([\w.][^():#]*)(?:#[^()]*)?\)/) {
                let file = folder.appending(path: String(match.output.1)).standardizedFileURL
                #expect(FileManager.default.fileExists(atPath: file.path()), "\(page): \(match.output.1)")
                count += 1
            }
            for match in text.matches(of: /<doc:(\w+)>/) {
                #expect(articles.contains(String(match.output.1)), "\(page): \(match.output.1)")
                count += 1
            }
        }
        #expect(count > 100)
    }

    @Test(arguments: forContributors + ["Tests/README.md"])
    func pathsExist(page: String) throws {
        let paths = try Pages.text(of: page).matches(of: /`([\w.][\w.+-]*\/[\w.+\/-]*)`/).map { String($0.output.1) }
        #expect(paths.count > 30)
        for path in paths {
            let places = [path, "Sources/" + path].map { Tool.packageFolder.appending(path: $0).path() }
            #expect(places.contains { FileManager.default.fileExists(atPath: $0) }, "\(page): \(path)")
        }
    }

    @Test(arguments: forContributors)
    func testsExist(page: String) throws {
        let text = try Pages.text(of: page)
        let tests =
            text.matches(of: /`(\w+Tests)\.(\w+)`/).map { ($0.output.1, Optional($0.output.2)) }
            + text.matches(of: /--filter (\w+Tests)(?:\/(\w+))?/).map { ($0.output.1, $0.output.2) }
        #expect(tests.count > 3)
        let sources = try Self.swiftFiles(in: "Tests")
        for (suite, test) in tests {
            let source = sources.first { $0.path.hasSuffix("/\(suite).swift") }?.text
            #expect(source != nil, "\(page): \(suite)")
            if let test { #expect(source?.contains("func \(test)(") == true, "\(page): \(suite).\(test)") }
        }
    }

    @Test func variablesForContributorsAreRead() throws {
        let package = try Pages.text(of: "Package.swift")
        let sources = try Self.swiftFiles(in: "Tests").map(\.text) + [package]
        let names = try Pages.text(of: ".github/CONTRIBUTING.md").matches(of: /HYPERMOCK_\w+/).map(\.output)
        #expect(names.count > 2)
        for name in names {
            #expect(sources.contains { $0.contains("nvironment[\"\(name)\"]") }, "\(name)")
        }
    }

    @Test(arguments: [(".github/ARCHITECTURE.md", "Sources"), ("Tests/README.md", "Tests")])
    func theMapNamesEveryFolder(page: String, of folder: String) throws {
        let text = try Pages.text(of: page)
        let root = Tool.packageFolder.appending(path: folder)
        let folders = try FileManager.default.contentsOfDirectory(atPath: root.path()).filter {
            FileManager.default.fileExists(atPath: "\(root.path())/\($0)/.")
        }
        #expect(folders.count > 10)
        for name in folders { #expect(text.contains("`\(folder)/\(name)/`"), "\(page): \(name)") }
    }

    @Test("pages for contributors are short", arguments: forContributors)
    func areShort(page: String) throws {
        #expect(try Pages.text(of: page).split(separator: "\n", omittingEmptySubsequences: false).count <= 151)
    }

    private static func swiftFiles(in folder: String) throws -> [(path: String, text: String)] {
        let root = Tool.packageFolder.appending(path: folder)
        return try FileManager.default.subpathsOfDirectory(atPath: root.path())
            .filter { $0.hasSuffix(".swift") && !$0.contains(".build/") }
            .map { ("/" + $0, try String(contentsOf: root.appending(path: $0), encoding: .utf8)) }
    }
}
