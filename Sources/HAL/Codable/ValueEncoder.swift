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
            let context = EncodingError.Context(codingPath: codingPath, debugDescription: "JSON has no \(model).")
            throw EncodingError.invalidValue(model, context)
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
