import HAL
import Testing

@testable import Documents
@testable import Matching

/// Reads a matcher as it is in a mapping.
func matcher(_ text: String) throws -> Matcher {
    let log = IssueLog(SourceFile(path: "", bytes: Array(text.utf8)))
    let node = try #require(try JSONComposer.compose(log.file.bytes).root)
    return try #require(Codec.matcher.read(NodeReader(log: log), node, "a matcher"), "\(log.issues)")
}
