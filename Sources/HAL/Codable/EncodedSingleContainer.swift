/// Writes a single value.
struct EncodedSingleContainer: SingleValueEncodingContainer {
    let encoder: ValueEncoder

    var codingPath: [any CodingKey] { encoder.codingPath }

    mutating func encodeNil() throws {
        encoder.set(.null)
    }

    mutating func encode(_ value: Bool) throws {
        encoder.set(.bool(value))
    }

    mutating func encode(_ value: String) throws {
        encoder.set(.string(value))
    }

    mutating func encode(_ value: Double) throws {
        try encoder.set(value)
    }

    mutating func encode(_ value: Float) throws {
        try encoder.set(value)
    }

    mutating func encode<Integer: FixedWidthInteger & Encodable>(_ value: Integer) throws {
        encoder.set(.number(JSONNumber(value)))
    }

    mutating func encode(_ value: some Encodable) throws {
        try encoder.box(value)
    }
}
