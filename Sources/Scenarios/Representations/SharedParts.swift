import Documents

/// The parts of scenario files that files can include: representations and defaults, as nodes.
struct SharedParts: Sendable {
    /// The names of files.
    var includes: [Node] = []
    var representations: Node?
    var defaults: Node?

    /// The keys of scenario files and of the files that they include.
    static func keys<Model>(_ path: any WritableKeyPath<Model, SharedParts> & Sendable) -> [Key<Model>] {
        [includeKey, SharedRepresentation.key, InteractionDefaults.key].map { key in
            Key(key.entry) { reader, node, model in
                key.read(reader, node, &model[keyPath: path])
            } write: { _ in
                nil
            }
        }
    }

    /// A file that scenarios include.
    static let codec = ObjectCodec(
        "shared",
        "a file that scenarios include",
        SharedParts(),
        keys: keys(\.self)
    )

    static let includeKeyName = "include"

    private static let includeKey = Key<SharedParts>(
        includeKeyName,
        Codec<[Node]>(reading: .list(.text)) { $0.items($1, $2) },
        "Files whose `representations` and `defaults` this file has too; their names begin with `_`.",
        example: "include: [_shared.yaml]",
        set: { $0.includes = $1 }
    )
}

/// The representations and defaults of a file and of the files that it includes.
struct SharedLibrary: Sendable {
    /// The representations by name; nil for one that is invalid.
    private(set) var representations: [String: Node?] = [:]
    private(set) var defaults: InteractionDefaults?
    /// Whether all files were included, so that a name that is not known is a mistake.
    var isComplete = true

    /// The library of a file that cannot be read.
    static let unreadable = {
        var library = SharedLibrary()
        library.isComplete = false
        return library
    }()

    /// Adds the parts of another file, which win.
    mutating func add(_ other: SharedLibrary) {
        representations.merge(other.representations) { $1 }
        isComplete = isComplete && other.isComplete
        if let added = other.defaults { defaults = defaults.map { added.over($0) } ?? added }
    }

    /// Adds the parts of a file, which win over those of the files that it includes.
    mutating func add(_ parts: SharedParts, _ reader: NodeReader) {
        for pair in parts.representations?.pairs ?? [] {
            let isValid = reader.isValid(pair.value, SharedRepresentation.codec)
            representations.updateValue(isValid ? pair.value : nil, forKey: pair.key.text)
        }
        guard let node = parts.defaults, reader.isValid(node, InteractionDefaults.codec) else { return }
        let own = InteractionDefaults(reader.expanded(node, with: self))
        defaults = defaults.map { own.over($0) } ?? own
    }
}

extension NodeReader {
    /// Checks an object before its variants are read; of one with values of a matrix, only the keys.
    fileprivate func isValid<Model>(_ node: Node, _ codec: ObjectCodec<Model>) -> Bool {
        let before = log.errorCount
        if node.hasPlaceholder { _ = members(of: node, in: codec.table) } else { _ = codec.read(self, node) }
        return log.errorCount == before
    }

    /// The defaults, with their representation in place of its name.
    fileprivate func expanded(_ defaults: Node, with library: SharedLibrary) -> Node {
        var expansion = RepresentationExpansion(library, self)
        return defaults.replacing(InteractionDefaults.responseKey) { expansion.response($0) }
    }
}
