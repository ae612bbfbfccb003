/// Writes the members of an object.
struct EncodedKeyedContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let encoder: ValueEncoder

    var codingPath: [any CodingKey] { encoder.codingPath }

    mutating func encodeNil(forKey key: Key) throws {
        member(key).set(.null)
    }

    mutating func encode(_ value: Bool, forKey key: Key) throws {
        member(key).set(.bool(value))
    }

    mutating func encode(_ value: String, forKey key: Key) throws {
        member(key).set(.string(value))
    }

    mutating func encode(_ value: Double, forKey key: Key) throws {
        try member(key).set(value)
    }

    mutating func encode(_ value: Float, forKey key: Key) throws {
        try member(key).set(value)
    }

    mutating func encode<Integer: FixedWidthInteger & Encodable>(_ value: Integer, forKey key: Key) throws {
        member(key).set(.number(JSONNumber(value)))
    }

    mutating func encode(_ value: some Encodable, forKey key: Key) throws {
        try member(key).box(value)
    }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy keyType: NestedKey.Type,
        forKey key: Key
    ) -> KeyedEncodingContainer<NestedKey> {
        member(key).container(keyedBy: keyType)
    }

    mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        member(key).unkeyedContainer()
    }

    mutating func superEncoder() -> any Encoder {
        member(AnyKey.parent)
    }

    mutating func superEncoder(forKey key: Key) -> any Encoder {
        member(key)
    }

    private func member(_ key: some CodingKey) -> ValueEncoder {
        ValueEncoder(encoder.node.member(key.stringValue), .key(key, in: encoder.place), encoder.options)
    }
}
