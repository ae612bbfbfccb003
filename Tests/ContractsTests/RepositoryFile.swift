import Foundation

/// Files of the repository that are not Swift.
enum RepositoryFile {
    /// The text of a file, by its path in the repository.
    static func text(_ path: String) throws -> String {
        var folder = URL(filePath: #filePath)
        for _ in 0..<3 { folder.deleteLastPathComponent() }
        return try String(contentsOf: folder.appending(path: path), encoding: .utf8)
    }
}
