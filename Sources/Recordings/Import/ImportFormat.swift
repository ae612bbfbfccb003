internal import Documents

/// A kind of file that can be imported: how it is recognized, and how it is read.
package struct ImportFormat: Sendable {
    /// All kinds, in the order in which they are tried.
    package static let all = [har, openAPI, pact, wireMock, peWire, jsonServer]

    /// The name of the kind as a value of `--as`.
    package let name: String
    /// The files of the kind, for messages.
    package let outline: String
    /// Whether a document is of the kind.
    let recognizes: @Sendable (ImportedDocument) -> Bool
    /// Reads a document; logs its errors.
    let read: @Sendable (ImportedDocument, IssueLog, ImportSettings) -> ImportResult

    /// A kind of JSON document; `noun` is one of its files, for the message about a file that is not JSON.
    static func json(
        name: String,
        outline: String,
        noun: String,
        recognizes: @escaping @Sendable (ImportedDocument) -> Bool,
        read: @escaping @Sendable (Node, IssueLog, ImportSettings) -> ImportResult
    ) -> ImportFormat {
        ImportFormat(name: name, outline: outline, recognizes: recognizes) { document, log, settings in
            guard let root = document.root else {
                log.add(.error, "\(noun) must be JSON", at: Mark(line: 1, column: 1))
                return ImportResult()
            }
            return read(root, log, settings)
        }
    }

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
            let document = try ImportedDocument(bytes)
            if let format = format ?? all.first(where: { $0.recognizes(document) }) {
                result = format.read(document, log, settings)
            } else {
                let outlines = all.map(\.outline).joined(separator: ", or ")
                let message = "the content of this file is not supported: expected \(outlines)"
                log.add(.error, message, at: document.root?.mark ?? Mark(line: 1, column: 1))
            }
        } catch {
            log.add(error)
        }
        result.issues = (result.issues + log.issues).sorted()
        if log.hasErrors { result.scenario = nil }
        return result
    }
}
