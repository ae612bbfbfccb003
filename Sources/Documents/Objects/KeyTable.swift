public import HAL

/// The keys of one kind of object: the reader, the JSON Schema and the reference page share them.
public final class KeyTable: Sendable {
    /// Properties that few kinds of objects have.
    public struct Options: Sendable {
        /// Keys of WireMock that Hypermock does not support; a message names them instead of calling them unknown.
        public var unsupported: Set<String>
        /// Keys of WireMock that have no effect here; a mapping with one gets a warning.
        public var withoutEffect: Set<String>
        /// Whether WireMock ignores unknown keys.
        public var ignoresUnknownInWireMock: Bool
        /// Names that other tools use for a key, in lower case, by the name here: near in meaning, but not in letters.
        public var synonyms: [String: String]
        /// Keys whose own keys are often written one level too high.
        public var parents: [String]
        /// Groups of keys of which an object has at most one; the reader logs the others.
        public var exclusive: [KeyGroup]
        /// Values that are allowed in place of the object.
        public var otherForms: [Shape]
        /// A table whose keys are allowed as well, listed under its own name.
        public var also: (@Sendable () -> KeyTable)?
        /// Whether null under a key is a value; otherwise WireMock treats the key as omitted.
        public var readsNull: Bool
        /// Whether the file may have defaults of the object, so that null under a key, or under a name in it, removes one.
        public var hasDefaults: Bool
        /// Whether the object may contain itself; tools that try every combination would not terminate.
        public var isRecursive: Bool

        /// Makes options; by default a kind of object has none of these properties.
        public init(
            unsupported: Set<String> = [],
            withoutEffect: Set<String> = [],
            ignoresUnknownInWireMock: Bool = false,
            synonyms: [String: String] = [:],
            parents: [String] = [],
            exclusive: [KeyGroup] = [],
            otherForms: [Shape] = [],
            also: (@Sendable () -> KeyTable)? = nil,
            readsNull: Bool = false,
            hasDefaults: Bool = false,
            isRecursive: Bool = false
        ) {
            self.unsupported = unsupported
            self.withoutEffect = withoutEffect
            self.ignoresUnknownInWireMock = ignoresUnknownInWireMock
            self.synonyms = synonyms
            self.parents = parents
            self.exclusive = exclusive
            self.otherForms = otherForms
            self.also = also
            self.readsNull = readsNull
            self.hasDefaults = hasDefaults
            self.isRecursive = isRecursive
        }
    }

    /// The name of the object in the JSON Schema.
    package let definition: String
    /// The name of the object in messages, with its article: `a request`.
    package let owner: String
    package let keys: [KeyEntry]
    package let options: Options
    /// The names of the keys that every object needs.
    public let required: [String]
    private let positions: [String: Int]

    /// Makes a table of keys.
    public init(_ definition: String, _ owner: String, _ options: Options = Options(), keys: [KeyEntry]) {
        self.definition = definition
        self.owner = owner
        self.keys = keys
        self.options = options
        required = keys.filter(\.isRequired).map(\.name)
        positions = Dictionary(keys.enumerated().map { ($1.name, $0) }) { first, _ in first }
    }

    package var names: [String] { keys.map(\.name) }

    package func has(_ name: String) -> Bool { positions[name] != nil }

    /// The position of a key among `keys`; nil if the key is unknown.
    package func position(of name: String) -> Int? { positions[name] }

    /// The keys below which an unknown key belongs.
    package func parents(of name: String) -> [String] {
        options.parents.filter { parent in
            guard let position = positions[parent] else { return false }
            return keys[position].shape.tables.contains { $0.has(name) }
        }
    }

    /// A suggestion for a word that is not a key, by its meaning or by its letters; nil if no key is similar.
    package func suggestion(for word: String, others: [String] = []) -> String? {
        let parents = parents(of: word).map { "'\($0)'" }
        if !parents.isEmpty { return "it belongs below \(parents.joined(separator: " or ")): indent it" }
        if let meant = options.synonyms[word.lowercased()] { return Spelling.didYouMean(meant) }
        return Spelling.suggestion(for: word, among: names + others)
    }

    /// The tables of some objects and of all objects inside them, each once, in the order of their keys.
    package static func reachable(from roots: [KeyTable]) -> [KeyTable] {
        var tables: [KeyTable] = []
        var names: Set<String> = []
        func visit(_ table: KeyTable) {
            guard names.insert(table.definition).inserted else { return }
            tables.append(table)
            for key in table.keys { key.shape.tables.forEach(visit) }
            table.options.otherForms.flatMap(\.tables).forEach(visit)
            if let also = table.options.also { visit(also()) }
        }
        roots.forEach(visit)
        return tables
    }
}

/// Keys of which an object has at most one.
public struct KeyGroup: Sendable {
    package let names: [String]
    /// Whether every object needs one of the keys.
    package let isRequired: Bool
    /// Whether WireMock uses the first of the keys in the order of the group, and ignores the others.
    package let isLenientInWireMock: Bool

    /// Makes a group; by default an object needs none of the keys.
    public init(_ names: [String], isRequired: Bool = false, isLenientInWireMock: Bool = false) {
        self.names = names
        self.isRequired = isRequired
        self.isLenientInWireMock = isLenientInWireMock
    }

    /// `'a', 'b' or 'c'`.
    var text: String {
        let quoted = names.map { "'\($0)'" }
        return [quoted.dropLast().joined(separator: ", "), quoted.last ?? ""].joined(separator: " or ")
    }
}

/// The name, the values and the meaning of one key.
public struct KeyEntry: Sendable {
    /// The key as files have it.
    public var name: String
    package let shape: Shape
    /// Whether every object needs the key.
    public var isRequired: Bool
    /// The value if the key is omitted, as far as a JSON Schema can express it.
    package let defaultValue: JSONValue?
    /// A sentence or two, with Markdown's code spans.
    package let summary: String
    /// The key in use, with the keys that it needs: one line of YAML, as between the braces of an object.
    package let example: String

    /// Makes an entry; without a default, an omitted key has no value.
    public init(
        _ name: String,
        _ shape: Shape,
        isRequired: Bool = false,
        default defaultValue: JSONValue? = nil,
        _ summary: String,
        example: String
    ) {
        self.name = name
        self.shape = shape
        self.isRequired = isRequired
        self.defaultValue = defaultValue
        self.summary = summary
        self.example = example
    }
}

/// The values of a key, as far as a JSON Schema can express them.
public indirect enum Shape: Sendable {
    /// A reference to a table, which may refer to itself.
    public struct Reference: Sendable {
        package let table: @Sendable () -> KeyTable
    }

    /// Any text; numbers and booleans are read as they are written.
    case text
    /// A path, with or without a query.
    case path
    /// A method; editors suggest the usual ones.
    case method
    /// An integer within bounds.
    case integer(ClosedRange<Int>)
    /// A number.
    case number
    /// True or false.
    case boolean
    /// Any value.
    case anything
    /// An object with any content.
    case object
    /// The names and values of a matrix.
    case matrix
    /// One of some words.
    case choice([String])
    /// A list of such values.
    case list(Shape)
    /// An object with any names and such values.
    case map(Shape)
    /// An object with known keys.
    case reference(Reference)
    /// One of several kinds of values.
    case either([Shape])

    /// An object with known keys.
    public static func definition(_ table: @autoclosure @escaping @Sendable () -> KeyTable) -> Shape {
        .reference(Reference(table: table))
    }

    /// Whether it is text, or a list of texts.
    package var isText: Bool {
        switch self {
        case .text: true
        case .list(let shape): shape.isText
        case .path, .method, .integer, .number, .boolean, .anything, .object, .matrix, .choice, .map, .reference,
            .either:
            false
        }
    }

    /// Whether it is a single text.
    var isScalarText: Bool {
        switch self {
        case .text, .path, .method: true
        case .integer, .number, .boolean, .anything, .object, .choice, .list, .matrix, .map, .reference, .either: false
        }
    }

    /// The tables of the objects that are allowed as values.
    package var tables: [KeyTable] {
        switch self {
        case .reference(let reference): [reference.table()]
        case .list(let shape), .map(let shape): shape.tables
        case .either(let shapes): shapes.flatMap(\.tables)
        case .text, .path, .method, .integer, .number, .boolean, .anything, .object, .matrix, .choice: []
        }
    }
}
