public import HAL

/// A kind of value in a file: its shape, how it is read, and how it is written.
public struct Codec<Value>: Sendable {
    /// The form of the value, for the JSON Schema.
    public let shape: Shape
    /// Reads a value; logs mistakes and returns nil.
    ///
    /// The text is the name of the value in messages.
    public let read: @Sendable (NodeReader, Node, String) -> Value?
    /// Returns the value as WireMock's JSON; nil if the key is omitted.
    public let write: @Sendable (Value) -> JSONValue?

    /// Makes a codec from closures.
    @inlinable
    public init(
        shape: Shape,
        read: @escaping @Sendable (NodeReader, Node, String) -> Value?,
        write: @escaping @Sendable (Value) -> JSONValue?
    ) {
        self.shape = shape
        self.read = read
        self.write = write
    }
}

extension Codec {
    /// A kind of value that WireMock's JSON does not have, such as a contract's.
    @inlinable
    public init(reading shape: Shape, read: @escaping @Sendable (NodeReader, Node, String) -> Value?) {
        self.init(shape: shape, read: read) { _ in nil }
    }
}

extension Codec {
    /// A codec that reads mappings of WireMock in another way.
    package func inMappings(_ lenient: @escaping @Sendable (NodeReader, Node, String) -> Value?) -> Codec {
        Codec(
            shape: shape,
            read: { $0.dialect == .wireMock ? lenient($0, $1, $2) : read($0, $1, $2) },
            write: write
        )
    }
}

extension Codec where Value == String {
    /// Any text; numbers and booleans are read as they are written.
    package static let text = Codec(shape: .text, read: { $0.text($1, $2) }, write: { .string($0) })

    /// One of some words.
    package static func word(_ words: [String]) -> Codec {
        Codec(shape: .choice(words), read: { $0.word($1, $2, among: words) }, write: { .string($0) })
    }
}

extension Codec where Value == Bool {
    package static let boolean = Codec(shape: .boolean, read: { $0.boolean($1, $2) }, write: { .bool($0) })
}

extension Codec where Value == Int {
    package static func integer(_ range: ClosedRange<Int>) -> Codec {
        Codec(shape: .integer(range), read: { $0.integer($1, $2, in: range) }, write: { .number(JSONNumber($0)) })
    }

    /// From 0 to the largest number of 32 bits.
    package static let count = integer(0...Int(Int32.max))
    /// Seconds in 32 bits, before or after a time.
    package static let seconds = -2_147_483_648...2_147_483_647
    /// A duration of at most a day.
    package static let milliseconds = integer(0...maximumMilliseconds).inMappings { reader, node, name in
        reader.integer(node, name, in: Int(Int32.min)...maximumMilliseconds).map {
            reader.withoutSign($0, name, at: node)
        }
    }
    package static let maximumMilliseconds = 86_400_000
}

extension Codec where Value == Double {
    /// A duration of at most a day.
    package static let milliseconds = number(0...longest).inMappings { reader, node, name in
        reader.number(node, name, in: -longest...longest).map { reader.withoutSign($0, name, at: node) }
    }
    private static let longest = Double(Codec<Int>.maximumMilliseconds)

    package static func number(_ range: ClosedRange<Double>) -> Codec {
        Codec(
            shape: .number,
            read: { $0.number($1, $2, in: range) },
            write: { JSONNumber($0).map { .number($0) } }
        )
    }
}

extension Codec where Value == [UInt8] {
    /// Bytes in Base64.
    package static let base64 = Codec(shape: .text, read: { $0.base64($1, $2) }, write: { .string(Base64.encode($0)) })
}

extension Codec where Value == JSONValue {
    /// Any JSON.
    package static let json = Codec(shape: .anything, read: { reader, node, _ in reader.json(node) }, write: { $0 })
    /// A JSON object.
    package static let jsonObject = Codec(shape: .object, read: { $0.object($1, $2) }, write: { $0 })
}

extension Codec where Value: RawRepresentable<String> & CaseIterable & Sendable {
    /// One of the raw values of an enum.
    @inlinable
    public static var choice: Codec {
        Codec(shape: .choice(Value.allCases.map(\.rawValue))) {
            $0.choice($1, $2, of: Value.self)
        } write: {
            .string($0.rawValue)
        }
    }
}

extension Codec where Value: Sendable {
    /// A list, without its invalid items, which are logged.
    ///
    /// `item` is the name of an item in messages.
    @inlinable
    public func list(of item: String? = nil) -> Codec<[Value]> {
        Codec<[Value]>(shape: .list(shape)) { reader, node, name in
            guard let items = reader.items(node, name) else { return nil }
            return items.compactMap { read(reader, $0, item ?? name) }
        } write: {
            .array($0.compactMap(write))
        }
    }
}

extension Codec where Value: Sendable & Hashable {
    /// An object with any names, without its invalid members, which are logged.
    @inlinable
    public func named() -> Codec<[Named<Value>]> {
        Codec<[Named<Value>]>(shape: .map(shape)) { reader, node, name in
            guard let entries = reader.entries(node, name) else { return nil }
            return entries.compactMap { entry in
                read(reader, entry.value, "'\(entry.name)'").map { Named(entry.name, $0) }
            }
        } write: {
            .object(JSONObject($0.compactMap { named in write(named.pattern).map { .init(named.name, $0) } }))
        }
    }
}
