extension JSONValue: Codable {
    /// Keeps the source unchanged with a ``JSONValueDecoder``; with other decoders, keeps what they report.
    public init(from decoder: any Decoder) throws {
        if let decoder = decoder as? ValueDecoder {
            self = decoder.value
        } else if let container = try? decoder.container(keyedBy: AnyKey.self) {
            self = .object(
                JSONObject(
                    try container.allKeys.map { key in
                        JSONObject.Member(key.stringValue, try container.decode(JSONValue.self, forKey: key))
                    }
                )
            )
        } else if var container = try? decoder.unkeyedContainer() {
            var elements: [JSONValue] = []
            while !container.isAtEnd { elements.append(try container.decode(JSONValue.self)) }
            self = .array(elements)
        } else {
            self = try Self.scalar(in: decoder.singleValueContainer())
        }
    }

    /// Writes the value; only a ``JSONValueEncoder`` preserves digits and order.
    public func encode(to encoder: any Encoder) throws {
        if let encoder = encoder as? ValueEncoder { return encoder.set(self) }
        switch self {
        case .null, .bool, .number, .string: try encodeScalar(to: encoder)
        case .array(let elements):
            var container = encoder.unkeyedContainer()
            for element in elements { try container.encode(element) }
        case .object(let object):
            var container = encoder.container(keyedBy: AnyKey.self)
            for member in object.members {
                try container.encode(member.value, forKey: AnyKey(stringValue: member.name))
            }
        }
    }

    private static func scalar(in container: any SingleValueDecodingContainer) throws -> JSONValue {
        if container.decodeNil() { return .null }
        if let bool = try? container.decode(Bool.self) { return .bool(bool) }
        if let integer = try? container.decode(Int.self) { return .number(JSONNumber(integer)) }
        if let double = try? container.decode(Double.self), let number = JSONNumber(double) { return .number(number) }
        return .string(try container.decode(String.self))
    }

    private func encodeScalar(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .bool(let bool): try container.encode(bool)
        case .string(let string): try container.encode(string)
        case .number(let number): try number.encode(to: encoder)
        case .null, .array, .object: try container.encodeNil()
        }
    }
}

extension JSONNumber: Codable {
    /// Keeps the digits of the source with a ``JSONValueDecoder``; with other decoders, those of the decoded number.
    public init(from decoder: any Decoder) throws {
        guard case .number(let number) = try JSONValue(from: decoder) else {
            let context = DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "Expected a number.")
            throw DecodingError.typeMismatch(JSONNumber.self, context)
        }
        self = number
    }

    /// Writes the digits with a ``JSONValueEncoder``; with other encoders, the number.
    public func encode(to encoder: any Encoder) throws {
        if let encoder = encoder as? ValueEncoder { return encoder.set(.number(self)) }
        var container = encoder.singleValueContainer()
        if let int { return try container.encode(int) }
        guard let double else {
            let context = EncodingError.Context(
                codingPath: encoder.codingPath,
                debugDescription: "The number is too large."
            )
            throw EncodingError.invalidValue(self, context)
        }
        try container.encode(double)
    }
}

extension JSONObject: Codable {
    /// Keeps the order of the members with a ``JSONValueDecoder``.
    public init(from decoder: any Decoder) throws {
        guard case .object(let object) = try JSONValue(from: decoder) else {
            let context = DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "Expected an object.")
            throw DecodingError.typeMismatch(JSONObject.self, context)
        }
        self = object
    }

    /// Writes the members in order with a ``JSONValueEncoder``.
    public func encode(to encoder: any Encoder) throws {
        try JSONValue.object(self).encode(to: encoder)
    }
}
