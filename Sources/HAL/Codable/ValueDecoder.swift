/// One level of decoding.
final class ValueDecoder: Decoder {
    let value: JSONValue
    let place: CodingPlace
    let options: JSONValueDecoder
    /// The decoder of the model that has the key of this one, or nil.
    let owner: ValueDecoder?
    /// The resource whose state this is, or nil.
    private var resource: HALResource?

    init(
        _ value: JSONValue,
        _ place: CodingPlace,
        _ options: JSONValueDecoder,
        resource: HALResource? = nil,
        owner: ValueDecoder? = nil
    ) {
        self.value = value
        self.place = place
        self.options = options
        self.resource = resource
        self.owner = owner
    }

    /// The resource whose state this is; without one, the value itself is read as a resource.
    var asResource: HALResource {
        if let resource { return resource }
        let read = HALResource(value) ?? HALResource()
        resource = read
        return read
    }

    /// The links or the embedded resources, which are not part of a state; nil for any other name.
    func outsideState(_ name: String) -> JSONValue? {
        guard let resource, name == "_links" || name == "_embedded" else { return nil }
        return resource.value[name]
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

    /// Decodes a value of any type; JSON's own types take the short path.
    func unbox<Model: Decodable>(
        _ type: Model.Type,
        _ value: JSONValue,
        at place: @autoclosure () -> CodingPlace
    ) throws -> Model {
        if let plain = plain(type, value) { return plain }
        if let special = try special(type, value, at: place()) { return special }
        return try Model(from: ValueDecoder(value, place(), options))
    }

    /// Decodes the value of this decoder.
    func unboxSelf<Model: Decodable>(_ type: Model.Type) throws -> Model {
        try plain(type, value) ?? special(type, value, at: place) ?? Model(from: self)
    }

    /// A value of a registered type, or of one with its own form in JSON.
    private func special<Model>(
        _ type: Model.Type,
        _ value: JSONValue,
        at place: @autoclosure () -> CodingPlace
    ) throws -> Model? {
        if !options.conversions.isEmpty, let converted = try convert(type, value, at: place()) { return converted }
        guard FoundationValue.has(type) else { return nil }
        guard let made = FoundationValue.decode(type, value, options.dates) as? Model else {
            throw unfit(FoundationValue.form(of: type, options.dates), type, value, at: place())
        }
        return made
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

    func double(_ value: JSONValue, at place: @autoclosure () -> CodingPlace) throws -> Double {
        guard case .number(let number) = value else { throw mismatch(Double.self, value, at: place()) }
        guard let double = number.double else { throw unfit(Double.self, number, at: place()) }
        return double
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

    /// Decodes elements of arrays and values of dictionaries; nil for a value that needs the long path.
    private func plain<Model>(_ type: Model.Type, _ value: JSONValue) -> Model? {
        if type == JSONValue.self { return value as? Model }
        switch value {
        case .string(let string) where type == String.self: return string as? Model
        case .bool(let bool) where type == Bool.self: return bool as? Model
        case .number(let number) where type == Int.self: return number.int as? Model
        case .number(let number) where type == Double.self: return number.double as? Model
        case .array(let elements) where type == [String].self: return elements.all(\.string) as? Model
        case .array(let elements) where type == [Int].self: return elements.all { $0.number?.int } as? Model
        case .array(let elements) where type == [Double].self: return elements.all { $0.number?.double } as? Model
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
                debugDescription: "Not a valid \(type).",
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

    /// The error for a value that does not fit: `valueNotFound` for `null`, else `dataCorrupted`.
    private func unfit(_ form: String, _ type: Any.Type, _ value: JSONValue, at place: CodingPlace) -> DecodingError {
        let literal = value.string.map { "'\($0.prefix(40))'" } ?? value.number.map { String($0.literal.prefix(40)) }
        let context = DecodingError.Context(
            codingPath: place.codingPath,
            debugDescription: "Expected \(form) but found \(literal ?? value.kind)."
        )
        return value.isNull ? .valueNotFound(type, context) : .dataCorrupted(context)
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

extension [JSONValue] {
    /// The converted elements; nil unless all of them can be converted.
    fileprivate func all<Converted>(_ convert: (JSONValue) -> Converted?) -> [Converted]? {
        var all: [Converted] = []
        all.reserveCapacity(count)
        for element in self {
            guard let converted = convert(element) else { return nil }
            all.append(converted)
        }
        return all
    }
}
