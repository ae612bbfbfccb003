/// Reads the elements of an array.
struct ValueUnkeyedContainer: UnkeyedDecodingContainer {
    private let elements: [JSONValue]
    private let decoder: ValueDecoder
    private(set) var currentIndex = 0

    init(_ elements: [JSONValue], _ decoder: ValueDecoder) {
        self.elements = elements
        self.decoder = decoder
    }

    var codingPath: [any CodingKey] { decoder.codingPath }
    var count: Int? { elements.count }
    var isAtEnd: Bool { currentIndex >= elements.count }

    mutating func decodeNil() throws -> Bool {
        guard try value(Never.self).isNull else { return false }
        currentIndex += 1
        return true
    }

    mutating func decode(_ type: Bool.Type) throws -> Bool {
        try advance(decoder.bool(value(type), at: place))
    }

    mutating func decode(_ type: String.Type) throws -> String {
        try advance(decoder.string(value(type), at: place))
    }

    mutating func decode(_ type: Double.Type) throws -> Double {
        try advance(decoder.double(value(type), at: place))
    }

    mutating func decode(_ type: Float.Type) throws -> Float {
        try advance(decoder.float(type, value(type), at: place))
    }

    mutating func decode(_ type: Int.Type) throws -> Int {
        try advance(decoder.integer(type, value(type), at: place))
    }

    mutating func decode(_ type: Int8.Type) throws -> Int8 {
        try advance(decoder.integer(type, value(type), at: place))
    }

    mutating func decode(_ type: Int16.Type) throws -> Int16 {
        try advance(decoder.integer(type, value(type), at: place))
    }

    mutating func decode(_ type: Int32.Type) throws -> Int32 {
        try advance(decoder.integer(type, value(type), at: place))
    }

    mutating func decode(_ type: Int64.Type) throws -> Int64 {
        try advance(decoder.integer(type, value(type), at: place))
    }

    mutating func decode(_ type: UInt.Type) throws -> UInt {
        try advance(decoder.integer(type, value(type), at: place))
    }

    mutating func decode(_ type: UInt8.Type) throws -> UInt8 {
        try advance(decoder.integer(type, value(type), at: place))
    }

    mutating func decode(_ type: UInt16.Type) throws -> UInt16 {
        try advance(decoder.integer(type, value(type), at: place))
    }

    mutating func decode(_ type: UInt32.Type) throws -> UInt32 {
        try advance(decoder.integer(type, value(type), at: place))
    }

    mutating func decode(_ type: UInt64.Type) throws -> UInt64 {
        try advance(decoder.integer(type, value(type), at: place))
    }

    mutating func decode<Model: Decodable>(_ type: Model.Type) throws -> Model {
        try advance(decoder.unbox(type, value(type), at: place))
    }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type
    ) throws -> KeyedDecodingContainer<NestedKey> {
        try advance(nested(type).container(keyedBy: type))
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try advance(nested([JSONValue].self).unkeyedContainer())
    }

    mutating func superDecoder() throws -> any Decoder {
        try advance(nested((any Decoder).self))
    }

    private var place: CodingPlace {
        .index(currentIndex, in: decoder.place)
    }

    private func nested(_ type: Any.Type) throws -> ValueDecoder {
        ValueDecoder(try value(type), place, decoder.options)
    }

    private func value(_ type: Any.Type) throws -> JSONValue {
        guard !isAtEnd else {
            let context = DecodingError.Context(codingPath: place.codingPath, debugDescription: "The array ends here.")
            throw DecodingError.valueNotFound(type, context)
        }
        return elements[currentIndex]
    }

    /// Moves to the next element after one is decoded.
    private mutating func advance<Decoded>(_ decoded: Decoded) -> Decoded {
        currentIndex += 1
        return decoded
    }
}
