/// One level of encoding.
final class ValueEncoder: Encoder {
    let node: EncodedNode
    let place: CodingPlace
    let options: JSONValueEncoder

    init(_ node: EncodedNode, _ place: CodingPlace, _ options: JSONValueEncoder) {
        self.node = node
        self.place = place
        self.options = options
    }

    var codingPath: [any CodingKey] { place.codingPath }
    var userInfo: [CodingUserInfoKey: Any] { options.userInfo }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        node.beObject()
        return KeyedEncodingContainer(EncodedKeyedContainer<Key>(encoder: self))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        node.beArray()
        return EncodedUnkeyedContainer(encoder: self)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer {
        EncodedSingleContainer(encoder: self)
    }

    func set(_ value: JSONValue) {
        node.set(value)
    }

    func box<Model: Encodable>(_ model: Model) throws {
        if let convert = options.conversions[ObjectIdentifier(Model.self)], let value = try convert(model) {
            return node.set(value)
        }
        guard FoundationValue.has(Model.self) else { return try model.encode(to: self) }
        guard let value = FoundationValue.encode(model, options.dates) else {
            let text = FoundationValue.text(of: model)
            let context = EncodingError.Context(codingPath: codingPath, debugDescription: "JSON has no \(text).")
            // Not the model: the description of a date that is not finite ends the process.
            throw EncodingError.invalidValue(text, context)
        }
        node.set(value)
    }

    func set(_ double: Double) throws {
        guard let number = JSONNumber(double) else {
            let context = EncodingError.Context(codingPath: codingPath, debugDescription: "JSON has no \(double).")
            throw EncodingError.invalidValue(double, context)
        }
        set(.number(number))
    }

    /// Writes the digits of the `Float`, which are shorter than those of the same value as a `Double`.
    func set(_ float: Float) throws {
        guard float.isFinite, let number = JSONNumber("\(float)") else { return try set(Double(float)) }
        set(.number(number))
    }
}

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
