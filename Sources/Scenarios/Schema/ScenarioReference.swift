internal import HAL

/// The reference of scenario files and mappings as a Markdown page, made of the keys that the reader reads.
package enum ScenarioReference {
    /// One key with its example.
    package struct Example: Sendable {
        /// The name of the object that has the key.
        package let definition: String
        package let key: String
        /// One line of YAML, as it stands between braces.
        package let text: String
    }

    package static var examples: [Example] {
        KeyTables.all.flatMap { examples(of: $0) }
    }

    package static var markdown: String {
        """
        # Scenario reference

        Every key of scenario files and of WireMock's mappings: its type, its default, its meaning, and an example as it \
        stands between the braces of the object.
        Values of a scenario's `matrix` may replace any value: `${name}`. `hypermock schema` prints the same as a JSON \
        Schema for editors; `hypermock lint` checks files.


        """ + KeyTables.all.map { section($0) }.joined(separator: "\n")
    }

    private static func examples<Key: KnownKey>(of table: Key.Type) -> [Example] {
        Key.allCases.map { Example(definition: Key.definition, key: $0.rawValue, text: $0.entry.example) }
    }

    private static func section<Key: KnownKey>(_ table: Key.Type) -> String {
        let rows = Key.allCases.map { key in
            let entry = key.entry
            let needed = Key.required.contains(key) ? " (required)" : ""
            let fallback = entry.defaultValue.map { " Default: `\($0.serialized())`." } ?? ""
            let cells = [
                "`\(key.rawValue)`" + needed, entry.shape.text, entry.summary + fallback, "`\(entry.example)`",
            ]
            return "| " + cells.map { $0.replacing("|", with: "\\|") }.joined(separator: " | ") + " |\n"
        }
        let exclusive = Key.exclusive.map { group in
            "\nAt most one of " + group.map { "`\($0.rawValue)`" }.joined(separator: ", ") + ".\n"
        }
        return """
            ## \(Key.definition)

            The keys of \(Key.owner)\(places(of: Key.definition)).
            \(exclusive.joined())
            | Key | Type | Meaning | Example |
            |---|---|---|---|
            \(rows.joined())
            """
    }

    /// The keys that such an object may stand under, with their objects.
    private static func places(of definition: String) -> String {
        let places = KeyTables.all.flatMap { table in
            keys(of: table, holding: definition).map {
                "`\($0)` of [\(table.definition)](#\(table.definition.lowercased()))"
            }
        }
        return places.isEmpty ? "" : ": " + places.joined(separator: ", ")
    }

    private static func keys<Key: KnownKey>(of table: Key.Type, holding definition: String) -> [String] {
        Key.allCases.filter { $0.entry.shape.definitions.contains(definition) }.map(\.rawValue)
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
        case .object: "object"
        case .choice(let words): words.map { "`\($0)`" }.joined(separator: ", ")
        case .list(let item): "list of \(item.text)"
        case .map(let value): "object of \(value.text)"
        case .definition(let name):
            KeyTables.all.contains { $0.definition == name } ? "[\(name)](#\(name.lowercased()))" : "object"
        case .either(let shapes): shapes.map(\.text).joined(separator: " or ")
        }
    }

    private static func text(_ range: ClosedRange<Int>) -> String {
        range.upperBound == Int(Int32.max)
            ? "at least \(range.lowerBound)" : "\(range.lowerBound) to \(range.upperBound)"
    }
}
