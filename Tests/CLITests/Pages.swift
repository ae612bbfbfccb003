import Foundation

/// The pages that are written for people.
enum Pages {
    /// The pages of the repository, by their paths.
    static func all() throws -> [String] {
        let folder = Tool.packageFolder
        return try ["README.md"]
            + [".github", "Scenarios", "Sources", "Tests", "docker"].flatMap { name in
                try FileManager.default.subpathsOfDirectory(atPath: folder.appending(path: name).path())
                    .filter { $0.hasSuffix(".md") && !$0.contains(".build/") }.map { "\(name)/\($0)" }
            }
    }

    static func text(of page: String) throws -> String {
        try String(contentsOf: Tool.packageFolder.appending(path: page), encoding: .utf8)
    }
}
