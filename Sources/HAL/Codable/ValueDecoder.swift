/// One level of decoding.
final class ValueDecoder: Decoder {
    let value: JSONValue
    let place: CodingPlace
    let options: JSONValueDecoder

    init(_ value: JSONValue, _ place: CodingPlace, _ options: JSONValueDecoder) {
        self.value = value
        self.place = place
        self.options = options
    }

    var codingPath: [any CodingKey] { place.codingPath }
    var userInfo: [CodingUserInfoKey: Any] { options.userInfo }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        guard case .object(let object) = value else { throw mismatch([String: JSONValue].self, value, at: place) }
        return KeyedDecodingContainer(ValueKeyedContainer<Key>(object, self))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard case .array(let elements) = value else { throw mismatch([JSONValue].self, value, at: place) }
        return ValueUnkeyedContainer(elements, self)
    }

    func singleValueContainer() -> any SingleValueDecodingContainer {
        ValueSingleContainer(decoder: self)
    }

    /// Makes a value of any type; the types of JSON itself take the short way.
    func unbox<Model: Decodable>(
        _ type: Model.Type,
        _ value: JSONValue,
        at place: @autoclosure () -> CodingPlace
    ) throws -> Model {
        if let plain = plain(type, value) { return plain }
        if !options.conversions.isEmpty, let converted = try convert(type, value, at: place()) { return converted }
        return try Model(from: ValueDecoder(value, place(), options))
    }

    func string(_ value: JSONValue, at place: @autoclosure () -> CodingPlace) throws -> String {
        guard case .string(let string) = value else { throw mismatch(String.self, value, at: place()) }
        return string
    }

    func bool(_ value: JSONValue, at place: @autoclosure () -> CodingPlace) throws -> Bool {
        guard case .bool(let bool) = value else { throw mismatch(Bool.self, value, at: place()) }
        return bool
    }

    func integer<Integer: FixedWidthInteger>(
        _ type: Integer.Type,
        _ value: JSONValue,
        at place: @autoclosure () -> CodingPlace
    ) throws -> Integer {
        guard case .number(let number) = value else { throw mismatch(type, value, at: place()) }
        guard let integer = number.exactInteger(as: type) else { throw unfit(type, number, at: place()) }
        return integer
    }

    func float<Float: BinaryFloatingPoint & LosslessStringConvertible>(
        _ type: Float.Type,
        _ value: JSONValue,
        at place: @autoclosure () -> CodingPlace
    ) throws -> Float {
        guard case .number(let number) = value else { throw mismatch(type, value, at: place()) }
        guard let float = Float(number.literal), float.isFinite else { throw unfit(type, number, at: place()) }
        return float
    }

    /// Elements of arrays and values of dictionaries come here; a value that does not fit goes the long way.
    private func plain<Model>(_ type: Model.Type, _ value: JSONValue) -> Model? {
        if type == JSONValue.self { return value as? Model }
        switch value {
        case .string(let string) where type == String.self: return string as? Model
        case .bool(let bool) where type == Bool.self: return bool as? Model
        case .number(let number) where type == Int.self: return number.int as? Model
        case .number(let number) where type == Double.self: return number.double as? Model
        case .null, .bool, .number, .string, .array, .object: return nil
        }
    }

    private func convert<Model>(_ type: Model.Type, _ value: JSONValue, at place: CodingPlace) throws -> Model? {
        guard let conversion = options.conversions[ObjectIdentifier(type)] else { return nil }
        do {
            return try conversion(value) as? Model
        } catch let error as DecodingError {
            throw error
        } catch {
            let context = DecodingError.Context(
                codingPath: place.codingPath,
                debugDescription: "This is no \(type).",
                underlyingError: error
            )
            throw DecodingError.dataCorrupted(context)
        }
    }

    func mismatch(_ type: Any.Type, _ value: JSONValue, at place: CodingPlace) -> DecodingError {
        let context = DecodingError.Context(
            codingPath: place.codingPath,
            debugDescription: "Expected \(type) but found \(value.kind)."
        )
        return value.isNull ? .valueNotFound(type, context) : .typeMismatch(type, context)
    }

    private func unfit(_ type: Any.Type, _ number: JSONNumber, at place: CodingPlace) -> DecodingError {
        .dataCorrupted(
            DecodingError.Context(
                codingPath: place.codingPath,
                debugDescription: "The number \(number.literal.prefix(40)) does not fit in \(type)."
            )
        )
    }
}
