internal import Documents

/// A kind of file that can be imported: how it is recognized, and how it is read.
package struct ImportFormat: Sendable {
    /// All kinds, in the order in which they are tried.
    package static let all = [har, wireMock]

    /// The name of the kind as a value of `--as`.
    package let name: String
    /// The files of the kind, for messages.
    package let outline: String
    /// Whether a document with this root is of the kind.
    let recognizes: @Sendable (_ root: Node) -> Bool
    /// Reads a document; logs its errors.
    let read: @Sendable (_ root: Node, IssueLog, ImportSettings) -> ImportResult

    /// The kind with a name; nil if there is none.
    package static func named(_ name: String) -> ImportFormat? {
        all.first { $0.name == name }
    }

    /// Reads a file, which is of this kind or, without one, of the kind that recognizes it.
    ///
    /// `path` is the file's in messages.
    package static func read(
        _ bytes: [UInt8],
        path: String,
        as format: ImportFormat? = nil,
        _ settings: ImportSettings
    ) -> ImportResult {
        let log = IssueLog(SourceFile(path: path, bytes: bytes))
        var result = ImportResult()
        do throws(SyntaxProblem) {
            // A key that is there twice is a mistake of the exporter; its first value counts.
            guard let root = try compose(bytes) else {
                throw SyntaxProblem(message: "the file is empty", mark: Mark(line: 1, column: 1))
            }
            if let format = format ?? all.first(where: { $0.recognizes(root) }) {
                result = format.read(root, log, settings)
            } else {
                let outlines = all.map(\.outline).joined(separator: ", or ")
                log.error("the content of this file is not supported: expected \(outlines)", at: root)
            }
        } catch {
            log.add(error)
        }
        result.issues = (result.issues + log.issues).sorted()
        if log.hasErrors { result.scenario = nil }
        return result
    }

    private static func compose(_ bytes: [UInt8]) throws(SyntaxProblem) -> Node? {
        if bytes.starts(with: [0x1F, 0x8B]) {
            throw SyntaxProblem(
                message: "the file is compressed with gzip",
                mark: Mark(line: 1, column: 1),
                suggestion: "decompress it with 'gunzip'"
            )
        }
        return try DocumentSyntax(of: bytes).compose(bytes).root
    }
}
