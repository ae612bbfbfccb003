import Documents

/// A format of files that scenarios are read from: its endings, how it is recognized, and how it is read.
///
/// Folders are found by these formats, except one with ``WireMockFolder/mappings``, which is a ``WireMockFolder``.
struct ScenarioFormat: Sendable {
    /// All formats; of two that recognize a file, the later one reads it.
    static let all = [scenario, wireMock]

    /// The endings of file names, in lower case and without a dot, with the syntax of such files.
    let endings: KeyValuePairs<String, DocumentSyntax>
    /// The content of such files, for the message about a file that no format recognizes.
    let outline: String
    /// The objects with known keys, for the JSON Schema and the reference page.
    let tables: @Sendable () -> [KeyTable]
    /// Whether a file whose root is this object has the format.
    let recognizes: @Sendable (_ root: Node) -> Bool
    /// Reads a file; logs its mistakes, and returns nil if nothing can be read.
    let read: @Sendable (NodeReader, _ root: Node) -> Scenario?

    /// Whether the name of a file has one of the endings.
    func includes(_ name: FileName) -> Bool {
        endings.contains { $0.key == name.ending }
    }

    /// The endings of all formats, each once.
    static let allEndings = all.flatMap(\.endings).reduce(into: [String]()) { endings, pair in
        if !endings.contains(pair.key) { endings.append(pair.key) }
    }

    /// The syntax of a file by its ending; YAML for an unknown ending.
    static func syntax(of name: FileName) -> DocumentSyntax {
        all.lazy.flatMap(\.endings).first { $0.key == name.ending }?.value ?? .yaml
    }

    /// Reads a file whose root is an object; logs an error if no format recognizes it.
    static func read(_ name: FileName, _ root: Node, _ reader: NodeReader) -> Scenario? {
        // A file that is passed by its name may have any ending.
        let formats = allEndings.contains(name.ending) ? all.filter { $0.includes(name) } : [scenario]
        guard let format = formats.last(where: { $0.recognizes(root) }) else {
            let expected = formats.map(\.outline).joined(separator: ", or ")
            reader.log.error("this is not a scenario file: expected \(expected)", at: root)
            return nil
        }
        return format.read(reader, root)
    }
}
