import Documents
internal import HAL

/// The reference of scenario files and mappings as a Markdown page, made from the keys that the reader reads.
package enum ScenarioReference {
    /// One key with its example.
    package struct Example: Sendable {
        /// The name of the object that has the key.
        package let definition: String
        package let key: String
        /// One line of YAML, as between the braces of an object.
        package let text: String
    }

    package static var examples: [Example] {
        KeyTables.all.flatMap { table in
            table.keys.map { Example(definition: table.definition, key: $0.name, text: $0.example) }
        }
    }

    package static var markdown: String {
        """
        # Scenario reference

        Every key of scenario files and of WireMock's mappings: its type, its default, its meaning, and an example that \
        shows the content of the object.
        Values of a scenario's `matrix` may replace any value: `${name}`. `hypermock schema` prints this as a JSON \
        Schema for editors; `hypermock lint` checks files.


        """ + KeyTables.all.map { section($0) }.joined(separator: "\n")
    }

    private static func section(_ table: KeyTable) -> String {
        let rows = table.keys.map { entry in
            let needed = entry.isRequired ? " (required)" : ""
            let fallback = entry.defaultValue.map { " Default: `\($0.serialized())`." } ?? ""
            let cells = [
                "`\(entry.name)`" + needed, entry.shape.text, entry.summary + fallback, "`\(entry.example)`",
            ]
            return "| " + cells.map { $0.replacing("|", with: "\\|") }.joined(separator: " | ") + " |\n"
        }
        let exclusive = table.options.exclusive.map { group in
            let number = group.isRequired ? "Exactly" : "At most"
            return "\n\(number) one of " + group.names.map { "`\($0)`" }.joined(separator: ", ") + ".\n"
        }
        return """
            ## \(table.definition)

            The keys of \(table.owner)\(places(of: table.definition)).
            \(exclusive.joined())
            | Key | Type | Meaning | Example |
            |---|---|---|---|
            \(rows.joined())
            """
    }

    /// The keys that have such an object as their value, with their objects.
    private static func places(of definition: String) -> String {
        let places = KeyTables.all.flatMap { table in
            table.keys.filter { $0.shape.tables.contains { $0.definition == definition } }.map {
                "`\($0.name)` of [\(table.definition)](#\(table.definition.lowercased()))"
            }
        }
        return places.isEmpty ? "" : ": " + places.joined(separator: ", ")
    }
}

extension Shape {
    /// The type in words.
    fileprivate var text: String {
        switch self {
        case .text: "text"
        case .path: "path"
        case .method: "method"
        case .integer(let range): "integer, \(Self.text(range))"
        case .number: "number"
        case .boolean: "boolean"
        case .anything: "any JSON"
        case .object, .matrix: "object"
        case .choice(let words): words.map { "`\($0)`" }.joined(separator: ", ")
        case .list(let item): "list of \(item.text)"
        case .map(let value): "object of \(value.text)"
        case .reference(let reference): Self.link(to: reference.table().definition)
        case .either(let shapes): shapes.map(\.text).joined(separator: " or ")
        }
    }

    private static func link(to definition: String) -> String {
        "[\(definition)](#\(definition.lowercased()))"
    }

    private static func text(_ range: ClosedRange<Int>) -> String {
        range.upperBound == Int(Int32.max)
            ? "at least \(range.lowerBound)" : "\(range.lowerBound) to \(range.upperBound)"
    }
}
