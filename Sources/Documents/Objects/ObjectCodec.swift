public import HAL

/// One key of an object: its entry, where its value goes in the model, and how it is read and written.
public struct Key<Model>: Sendable {
    /// The name, the values and the meaning.
    public let entry: KeyEntry
    /// Reads the value into the model; logs mistakes and returns false.
    public let read: @Sendable (NodeReader, Node, inout Model) -> Bool
    /// The value to write; nil if the key is omitted.
    public let write: @Sendable (Model) -> JSONValue?

    /// Makes a key from closures.
    @inlinable
    public init(
        _ entry: KeyEntry,
        read: @escaping @Sendable (NodeReader, Node, inout Model) -> Bool,
        write: @escaping @Sendable (Model) -> JSONValue?
    ) {
        self.entry = entry
        self.read = read
        self.write = write
    }

    /// An optional value.
    @inlinable
    public init<Value>(
        _ name: String,
        _ path: any WritableKeyPath<Model, Value?> & Sendable,
        _ codec: Codec<Value>,
        _ summary: String,
        example: String
    ) {
        let quoted = "'\(name)'"
        self.init(KeyEntry(name, codec.shape, summary, example: example)) { reader, node, model in
            guard let value = codec.read(reader, node, quoted) else { return false }
            model[keyPath: path] = value
            return true
        } write: {
            $0[keyPath: path].flatMap(codec.write)
        }
    }

    /// A value that every object has.
    @inlinable
    public init<Value>(
        _ name: String,
        required path: any WritableKeyPath<Model, Value> & Sendable,
        _ codec: Codec<Value>,
        _ summary: String,
        example: String
    ) {
        let quoted = "'\(name)'"
        self.init(KeyEntry(name, codec.shape, isRequired: true, summary, example: example)) { reader, node, model in
            guard let value = codec.read(reader, node, quoted) else { return false }
            model[keyPath: path] = value
            return true
        } write: {
            codec.write($0[keyPath: path])
        }
    }

    /// A value with a default, which is written only with `writesDefault`.
    @inlinable
    public init<Value: Equatable & Sendable>(
        _ name: String,
        _ path: any WritableKeyPath<Model, Value> & Sendable,
        _ codec: Codec<Value>,
        default value: Value,
        writesDefault: Bool = false,
        _ summary: String,
        example: String
    ) {
        let quoted = "'\(name)'"
        let entry = KeyEntry(name, codec.shape, default: codec.write(value)?.asDefault, summary, example: example)
        self.init(entry) { reader, node, model in
            guard let value = codec.read(reader, node, quoted) else { return false }
            model[keyPath: path] = value
            return true
        } write: { model in
            let written = model[keyPath: path]
            return writesDefault || written != value ? codec.write(written) : nil
        }
    }

    /// A value that is a part of a property, or one form of it.
    @inlinable
    public init<Value>(
        _ name: String,
        _ codec: Codec<Value>,
        isRequired: Bool = false,
        default defaultValue: JSONValue? = nil,
        _ summary: String,
        example: String,
        set: @escaping @Sendable (inout Model, Value) -> Void,
        get: @escaping @Sendable (Model) -> Value? = { _ in nil }
    ) {
        let quoted = "'\(name)'"
        let entry = KeyEntry(
            name,
            codec.shape,
            isRequired: isRequired,
            default: defaultValue,
            summary,
            example: example
        )
        self.init(entry) { reader, node, model in
            guard let value = codec.read(reader, node, quoted) else { return false }
            set(&model, value)
            return true
        } write: {
            get($0).flatMap(codec.write)
        }
    }

    /// A value that is checked and otherwise ignored.
    @inlinable
    public init<Value>(ignored name: String, _ codec: Codec<Value>, _ summary: String, example: String) {
        self.init(name, codec, summary, example: example) { _, _ in }
    }
}

extension JSONValue {
    /// The value as documentation shows a default; empty lists and objects go without saying.
    @usableFromInline var asDefault: JSONValue? {
        if array?.isEmpty == true || object?.members.isEmpty == true { return nil }
        return self
    }
}

/// An object with known keys: its model, and all its keys once for the reader, the writer and the JSON Schema.
public struct ObjectCodec<Model: Sendable>: Sendable {
    /// The keys, for the reader, the JSON Schema and the reference page.
    public let table: KeyTable
    @usableFromInline let blank: Model
    @usableFromInline let keys: [Key<Model>]
    @usableFromInline var isCached = false
    @usableFromInline let prepare: (@Sendable (NodeReader, KnownMembers) -> Void)?
    @usableFromInline let check: (@Sendable (NodeReader, KnownMembers, inout Model) -> Void)?

    /// Makes a codec; `blank` is the model of an object without keys.
    ///
    /// `prepare` looks at the members before any value is read; `check`, after all are read, at keys that depend on
    /// each other.
    @inlinable
    public init(
        _ definition: String,
        _ owner: String,
        _ blank: Model,
        _ options: KeyTable.Options = KeyTable.Options(),
        keys: [Key<Model>],
        prepare: (@Sendable (NodeReader, KnownMembers) -> Void)? = nil,
        check: (@Sendable (NodeReader, KnownMembers, inout Model) -> Void)? = nil
    ) {
        table = KeyTable(definition, owner, options, keys: keys.map(\.entry))
        self.blank = blank
        self.keys = keys
        self.prepare = prepare
        self.check = check
    }

    /// Returns the codec, whose objects the variants of a matrix share.
    @inlinable
    public func cached() -> Self {
        var codec = self
        codec.isCached = true
        return codec
    }

    /// Reads an object; logs all mistakes, and returns nil if the node is not an object or a required key is invalid.
    @inlinable
    public func read(_ reader: NodeReader, _ node: Node) -> Model? {
        isCached ? reader.cached(node) { readMembers(reader, node) } : readMembers(reader, node)
    }

    @inlinable
    func readMembers(_ reader: NodeReader, _ node: Node) -> Model? {
        guard let members = reader.members(of: node, in: table) else { return nil }
        let (model, isComplete) = read(reader, members)
        return isComplete ? model : nil
    }

    /// Reads an object whose members are known; `isComplete` is false if a required key is missing or invalid.
    @inlinable
    public func read(_ reader: NodeReader, _ members: KnownMembers) -> (model: Model, isComplete: Bool) {
        var model = blank
        var required = 0
        prepare?(reader, members)
        for member in members.all {
            let isValid = keys[member.position].read(reader, member.value, &model)
            if isValid, keys[member.position].entry.isRequired { required += 1 }
        }
        check?(reader, members, &model)
        return (model, required == table.required.count)
    }

    /// Writes the object as WireMock's JSON.
    @inlinable
    public func write(_ model: Model) -> JSONValue {
        var members: [JSONObject.Member] = []
        for index in keys.indices {
            guard let value = keys[index].write(model) else { continue }
            members.append(JSONObject.Member(keys[index].entry.name, value))
        }
        return .object(JSONObject(members))
    }

    /// The object as the value of a key.
    @inlinable
    public var codec: Codec<Model> {
        Codec(shape: .definition(table), read: { reader, node, _ in read(reader, node) }, write: { write($0) })
    }

    /// The object, or a text that stands for one, as the value of a key that WireMock's JSON does not have.
    public func orText(_ model: @escaping @Sendable (String) -> Model) -> Codec<Model> {
        Codec(reading: .either([.text, .definition(table)])) { reader, node, name in
            if case .mapping = node.content { return read(reader, node) }
            return reader.text(node, name).map(model)
        }
    }

    /// The object as the value of a key, converted to another type; `other` returns nil for an invalid model.
    @inlinable
    public func codec<Other>(
        _ other: @escaping @Sendable (Model) -> Other?,
        from model: @escaping @Sendable (Other) -> Model
    ) -> Codec<Other> {
        Codec<Other>(shape: .definition(table)) { reader, node, _ in
            read(reader, node).flatMap(other)
        } write: {
            write(model($0))
        }
    }
}

/// The members of an object under its known keys, in the order of the file.
public struct KnownMembers {
    /// One member.
    public struct Member {
        /// The position of the key in its table.
        public let position: Int
        package let key: Node
        /// The value, which has not been read.
        public let value: Node

        package var name: String { key.text }
    }

    /// The object.
    package let node: Node
    /// All members, in the order of the file.
    public package(set) var all: [Member]

    package subscript(name: String) -> Member? { all.first { $0.name == name } }

    /// The members under some keys, in the order of the file.
    package func among(_ names: [String]) -> [Member] { all.filter { names.contains($0.name) } }
}

extension NodeReader {
    /// The members of an object under known keys; logs unknown keys, missing ones, and those that exclude each other.
    ///
    /// Keys in `others` are left to the caller.
    public func members(of node: Node, in table: KeyTable, others: [String] = []) -> KnownMembers? {
        guard case .mapping(let pairs) = node.content else {
            log.error("\(table.owner) must be an object, not \(node.kind)", at: node)
            return nil
        }
        var members = KnownMembers(node: node, all: [])
        members.all.reserveCapacity(pairs.count)
        for pair in pairs {
            let position = table.position(of: pair.key.text)
            if dialect == .wireMock, isOmitted(pair, isKnown: position != nil, table) { continue }
            if let position {
                members.all.append(KnownMembers.Member(position: position, key: pair.key, value: pair.value))
            } else if !others.contains(pair.key.text) {
                logUnknown(pair.key, in: table, others: others)
            }
        }
        for name in table.required where !members.all.contains(where: { $0.name == name }) {
            guard !hasMisspelling(of: [name], of: table, in: node) else { continue }
            log.error("\(table.owner) needs the key '\(name)'", at: node)
        }
        for group in table.options.exclusive { check(group, &members, in: table) }
        return members
    }

    /// Logs the keys of a group but one, and a group without the key that the object needs.
    private func check(_ group: KeyGroup, _ members: inout KnownMembers, in table: KeyTable) {
        let present = members.among(group.names)
        guard let first = present.first else {
            guard group.isRequired, !hasMisspelling(of: group.names, of: table, in: members.node) else { return }
            return log.error("\(table.owner) needs \(group.text)", at: members.node)
        }
        guard present.count > 1 else { return }
        guard dialect == .wireMock, group.isLenientInWireMock else {
            for other in present.dropFirst() {
                log.error("either '\(first.name)' or '\(other.name)', not both", at: other.key)
            }
            return
        }
        let used = group.names.first { name in present.contains { $0.name == name } } ?? first.name
        for other in present where other.name != used {
            log.warning("'\(other.name)' is ignored when '\(used)' is set", at: other.key)
        }
        // Values of the wrong type are read, and are errors.
        members.all.removeAll { member in
            member.name != used && group.names.contains(member.name)
                && (member.value.scalar != nil || !table.keys[member.position].shape.isScalarText)
        }
    }

    /// Whether WireMock treats the key as omitted.
    private func isOmitted(_ pair: Node.Pair, isKnown: Bool, _ table: KeyTable) -> Bool {
        guard !table.options.readsNull else { return false }
        let name = pair.key.text
        let isUnsupported = table.options.unsupported.contains(name) || table.options.withoutEffect.contains(name)
        switch pair.value.content {
        case .scalar(let scalar): return (isKnown || isUnsupported) && scalar.resolved == .null
        case .sequence(let items): return isUnsupported && items.isEmpty
        case .mapping(let pairs): return isUnsupported && pairs.isEmpty
        }
    }

    /// Whether the object has a key that is probably a misspelling of one of these: one mistake gets one message.
    package func hasMisspelling(of names: [String], of table: KeyTable, in node: Node) -> Bool {
        node.pairs.contains { pair in
            guard !table.has(pair.key.text) else { return false }
            return table.options.synonyms[pair.key.text.lowercased()].map(names.contains) ?? false
                || table.parents(of: pair.key.text).contains(where: names.contains)
                || Spelling.suggestion(for: pair.key.text, among: names) != nil
        }
    }

    private func logUnknown(_ key: Node, in table: KeyTable, others: [String]) {
        guard !table.options.unsupported.contains(key.text) else {
            log.error("'\(key.text)' is not supported", at: key)
            return
        }
        guard !table.options.matchingNothing.contains(key.text) else {
            overlook("'\(key.text)' is not supported" + (dialect == .wireMock ? ", and matches nothing" : ""), at: key)
            return
        }
        guard !table.options.withoutEffect.contains(key.text) else {
            overlook("'\(key.text)' is not supported" + (dialect == .wireMock ? ", and has no effect" : ""), at: key)
            return
        }
        let suggestion =
            table.suggestion(for: key.text, others: others)
            ?? "supported: " + (table.names + others).joined(separator: ", ")
        let message = "unknown key '\(key.text)' in \(table.owner)"
        if table.options.ignoresUnknownInWireMock {
            overlook(message, at: key, suggestion: suggestion)
        } else {
            log.error(message, at: key, suggestion: suggestion)
        }
    }
}
