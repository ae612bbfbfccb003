internal import Documents

/// The content of a file to import: a document in JSON or YAML, or XML.
struct ImportedDocument {
    /// The root of JSON or YAML; nil for XML.
    let root: Node?

    /// Whether the file is XML.
    var isXML: Bool { root == nil }

    /// - Throws: ``SyntaxProblem`` if the file is empty, compressed, or neither JSON nor YAML nor XML.
    init(_ bytes: [UInt8]) throws(SyntaxProblem) {
        let start = Mark(line: 1, column: 1)
        if bytes.starts(with: [0x1F, 0x8B]) {
            throw SyntaxProblem(
                message: "the file is compressed with gzip",
                mark: start,
                suggestion: "decompress it with 'gunzip'"
            )
        }
        let first = UTF8Check.withoutByteOrderMark(bytes).first { !" \t\r\n".utf8.contains($0) }
        guard first != UInt8(ascii: "<") else {
            root = nil
            return
        }
        // A key that is there twice is a mistake of the exporter; its first value counts.
        guard let root = try DocumentSyntax(of: bytes).compose(bytes).root else {
            throw SyntaxProblem(message: "the file is empty", mark: start)
        }
        self.root = root
    }

    /// The value of a key of the root.
    subscript(key: String) -> Node? { root?[key] }
}
