public import HAL

/// Reads and writes JSON of any shape, arrays and scalars included, for any model that is `Decodable`; without links.
public struct JSONSerializer<Model: Decodable & Sendable>: Serializer {
    /// The media types of `Accept`, the preferred first.
    public let mediaTypes: [MediaType]
    private let decoder: JSONValueDecoder?
    /// The decoder of models without their own.
    private var coding = JSONCoding()
    private let limits: JSONLimits

    /// Makes a serializer for models of a type; `JSONValue` accepts any JSON.
    ///
    /// The default `decoder` is that of the configuration.
    public init(
        _ type: Model.Type = Model.self,
        mediaTypes: [MediaType] = [.json],
        decoder: JSONValueDecoder? = nil,
        limits: JSONLimits = JSONLimits()
    ) {
        self.mediaTypes = mediaTypes
        self.decoder = decoder
        self.limits = limits
    }

    /// Whether the type is JSON.
    public func takes(_ mediaType: MediaType?) -> Bool {
        mediaType?.isJSON ?? true
    }

    /// Decodes the text, then the model.
    public func decode(_ response: Response) throws(DecodingFailure) -> Decoded<Model> {
        let value = try JSONBody.value(of: response, limits: limits)
        do {
            return Decoded(model: try (decoder ?? coding.decoder).decode(Model.self, from: value))
        } catch {
            throw DecodingFailure(model: error)
        }
    }

    /// Encodes the model if it is `Encodable`.
    public func encode(_ model: Model) throws -> Content {
        try Content(mediaType: mediaTypes.first ?? .json, encoder: nil) { encoder in
            guard let model = model as? any Encodable else {
                throw InvalidRequest(.content, "the model is not Encodable")
            }
            return try encoder.encode(model)
        }
    }
}

extension JSONSerializer: CodingSerializer {
    func with(_ coding: JSONCoding) -> JSONSerializer {
        var serializer = self
        serializer.coding = coding
        return serializer
    }
}
