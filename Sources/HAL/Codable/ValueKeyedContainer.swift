/// Reads the members of an object.
struct ValueKeyedContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
    private let object: JSONObject
    private let decoder: ValueDecoder
    /// The first position of each name; nil for small objects, where a linear search is faster.
    private let index: [String: Int]?

    init(_ object: JSONObject, _ decoder: ValueDecoder) {
        self.object = object
        self.decoder = decoder
        let members = object.members
        index =
            members.count <= 16 ? nil : Dictionary(members.indices.map { (members[$0].name, $0) }) { first, _ in first }
    }

    var codingPath: [any CodingKey] { decoder.codingPath }

    var allKeys: [Key] {
        object.members.compactMap { Key(stringValue: $0.name) }
    }

    func contains(_ key: Key) -> Bool {
        find(key) != nil
    }

    func decodeNil(forKey key: Key) throws -> Bool {
        try value(key).isNull
    }

    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool {
        try decoder.bool(value(key), at: place(key))
    }

    func decode(_ type: String.Type, forKey key: Key) throws -> String {
        try decoder.string(value(key), at: place(key))
    }

    func decode(_ type: Double.Type, forKey key: Key) throws -> Double {
        try decoder.double(value(key), at: place(key))
    }

    func decode(_ type: Float.Type, forKey key: Key) throws -> Float {
        try decoder.float(type, value(key), at: place(key))
    }

    func decode(_ type: Int.Type, forKey key: Key) throws -> Int {
        try decoder.integer(type, value(key), at: place(key))
    }

    func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 {
        try decoder.integer(type, value(key), at: place(key))
    }

    func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 {
        try decoder.integer(type, value(key), at: place(key))
    }

    func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 {
        try decoder.integer(type, value(key), at: place(key))
    }

    func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 {
        try decoder.integer(type, value(key), at: place(key))
    }

    func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt {
        try decoder.integer(type, value(key), at: place(key))
    }

    func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 {
        try decoder.integer(type, value(key), at: place(key))
    }

    func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 {
        try decoder.integer(type, value(key), at: place(key))
    }

    func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 {
        try decoder.integer(type, value(key), at: place(key))
    }

    func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 {
        try decoder.integer(type, value(key), at: place(key))
    }

    func decode<Model: Decodable>(_ type: Model.Type, forKey key: Key) throws -> Model {
        try decoder.unbox(type, value(key), at: place(key))
    }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type,
        forKey key: Key
    ) throws -> KeyedDecodingContainer<NestedKey> {
        try nested(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try nested(key).unkeyedContainer()
    }

    func superDecoder() -> any Decoder {
        let value = object[AnyKey.parent.stringValue] ?? .null
        return ValueDecoder(value, .key(AnyKey.parent, in: decoder.place), decoder.options)
    }

    func superDecoder(forKey key: Key) -> any Decoder {
        ValueDecoder(find(key) ?? .null, place(key), decoder.options, owner: decoder)
    }

    private func nested(_ key: Key) throws -> ValueDecoder {
        ValueDecoder(try value(key), place(key), decoder.options)
    }

    private func place(_ key: Key) -> CodingPlace {
        .key(key, in: decoder.place)
    }

    private func find(_ key: Key) -> JSONValue? {
        let name = key.stringValue
        guard let index else { return object[name] ?? decoder.outsideState(name) }
        return index[name].map { object.members[$0].value } ?? decoder.outsideState(name)
    }

    private func value(_ key: Key) throws -> JSONValue {
        guard let value = find(key) else {
            let context = DecodingError.Context(
                codingPath: decoder.codingPath,
                debugDescription: "Missing key '\(key.stringValue)'."
            )
            throw DecodingError.keyNotFound(key, context)
        }
        return value
    }
}
