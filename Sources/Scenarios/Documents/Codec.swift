internal import HAL

/// A kind of value in a file: its shape, how it is read, and how it is written.
struct Codec<Value>: Sendable {
    let shape: Shape
    /// Reads a value; logs mistakes and returns nil.
    ///
    /// The text is the name of the value in messages.
    let read: @Sendable (NodeReader, Node, String) -> Value?
    /// Returns the value as WireMock's JSON; nil if the key is omitted.
    let write: @Sendable (Value) -> JSONValue?
}

extension Codec {
    /// A kind of value that WireMock's JSON does not have, such as a contract's.
    init(reading shape: Shape, read: @escaping @Sendable (NodeReader, Node, String) -> Value?) {
        self.init(shape: shape, read: read) { _ in nil }
    }
}

extension Codec where Value == String {
    /// Any text; numbers and booleans are read as they are written.
    static let text = Codec(shape: .text, read: { $0.text($1, $2) }, write: { .string($0) })
    /// A text that a header field may contain (RFC 9110 §5.5).
    static let headerText = Codec(shape: .text, read: { $0.headerText($1, $2) }, write: { .string($0) })
    /// An HTTP-date (RFC 9110 §5.6.7).
    static let date = Codec(shape: .text, read: { $0.dateText($1, $2) }, write: { .string($0) })

    /// One of some words.
    static func word(_ words: [String]) -> Codec {
        Codec(shape: .choice(words), read: { $0.word($1, $2, among: words) }, write: { .string($0) })
    }
}

extension Codec where Value == Bool {
    static let boolean = Codec(shape: .boolean, read: { $0.boolean($1, $2) }, write: { .bool($0) })
}

extension Codec where Value == Int {
    static func integer(_ range: ClosedRange<Int>) -> Codec {
        Codec(shape: .integer(range), read: { $0.integer($1, $2, in: range) }, write: { .number(JSONNumber($0)) })
    }

    /// From 0 to the largest number of 32 bits.
    static let count = integer(0...Int(Int32.max))
    /// Seconds in 32 bits, before or after a time.
    static let seconds = -2_147_483_648...2_147_483_647
    /// A duration of at most a day.
    static let milliseconds = integer(0...maximumMilliseconds)
    static let maximumMilliseconds = 86_400_000
}

extension Codec where Value == Double {
    /// A duration of at most a day.
    static let milliseconds = number(0...Double(Codec<Int>.maximumMilliseconds))

    static func number(_ range: ClosedRange<Double>) -> Codec {
        Codec(
            shape: .number,
            read: { $0.number($1, $2, in: range) },
            write: { JSONNumber($0).map { .number($0) } }
        )
    }
}

extension Codec where Value == [UInt8] {
    /// Bytes in Base64.
    static let base64 = Codec(shape: .text, read: { $0.base64($1, $2) }, write: { .string(Base64.encode($0)) })
}

extension Codec where Value == JSONValue {
    /// Any JSON.
    static let json = Codec(shape: .anything, read: { reader, node, _ in reader.json(node) }, write: { $0 })
    /// A JSON object.
    static let jsonObject = Codec(shape: .object, read: { $0.object($1, $2) }, write: { $0 })
}

extension Codec where Value: RawRepresentable<String> & CaseIterable & Sendable {
    /// One of the raw values of an enum.
    static var choice: Codec {
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
    func list(of item: String? = nil) -> Codec<[Value]> {
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
    func named() -> Codec<[Named<Value>]> {
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
