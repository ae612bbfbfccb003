/// Writes the elements of an array.
struct EncodedUnkeyedContainer: UnkeyedEncodingContainer {
    let encoder: ValueEncoder

    var codingPath: [any CodingKey] { encoder.codingPath }
    var count: Int { encoder.node.count }

    mutating func encodeNil() throws {
        element().set(.null)
    }

    mutating func encode(_ value: Bool) throws {
        element().set(.bool(value))
    }

    mutating func encode(_ value: String) throws {
        element().set(.string(value))
    }

    mutating func encode(_ value: Double) throws {
        try element().set(value)
    }

    mutating func encode(_ value: Float) throws {
        try element().set(value)
    }

    mutating func encode<Integer: FixedWidthInteger & Encodable>(_ value: Integer) throws {
        element().set(.number(JSONNumber(value)))
    }

    mutating func encode(_ value: some Encodable) throws {
        try element().box(value)
    }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy keyType: NestedKey.Type
    ) -> KeyedEncodingContainer<NestedKey> {
        element().container(keyedBy: keyType)
    }

    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
        element().unkeyedContainer()
    }

    mutating func superEncoder() -> any Encoder {
        element()
    }

    private func element() -> ValueEncoder {
        let place = CodingPlace.index(count, in: encoder.place)
        return ValueEncoder(encoder.node.appendElement(), place, encoder.options)
    }
}
