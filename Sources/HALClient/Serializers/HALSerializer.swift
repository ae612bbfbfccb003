public import HAL

/// Reads and writes `application/hal+json`, `application/json` and every `+json` type, for any model that is `Codable`.
///
/// A plain JSON object is a resource without links. For dictionaries, use `JSONObject` as the model: it keeps digits
/// and order. A model that is an array, such as `[Station]`, decodes from a JSON array, which has no links.
public struct HALSerializer<Model: Sendable>: Serializer {
    /// The media types of `Accept`, the preferred first.
    public let mediaTypes: [MediaType]
    /// The value of `Accept`.
    public let accept: String
    private let limits: JSONLimits
    private let makeModel: @Sendable (HALResource, JSONCoding) throws -> Model
    /// Makes a model of a value that is not an object; nil if only resources have models.
    private var makePlainModel: (@Sendable (JSONValue, JSONCoding) throws -> Model)?
    private let makeContent: @Sendable (Model, MediaType) throws -> RequestContent
    /// The decoder of models without their own.
    private var coding = JSONCoding()

    /// Makes a serializer for models of a type; by default with the decoder and the encoder of the configuration.
    public init(
        _ type: Model.Type = Model.self,
        mediaTypes: [MediaType]? = nil,
        decoder: JSONValueDecoder? = nil,
        encoder: JSONValueEncoder? = nil,
        limits: JSONLimits = JSONLimits()
    ) where Model: Codable {
        self.init(mediaTypes, limits) { resource, coding in
            try resource.decode(Model.self, with: decoder ?? coding.decoder)
        } content: { model, mediaType in
            try RequestContent(mediaType: mediaType, encoder: encoder) { try $0.encode(model) }
        }
        makePlainModel = { try (decoder ?? $1.decoder).decode(Model.self, from: $0) }
    }

    /// Makes a serializer that only reads models of a type; by default with the decoder of the configuration.
    @_disfavoredOverload
    public init(
        _ type: Model.Type = Model.self,
        mediaTypes: [MediaType]? = nil,
        decoder: JSONValueDecoder? = nil,
        limits: JSONLimits = JSONLimits()
    ) where Model: Decodable {
        self.init(mediaTypes, limits) { resource, coding in
            try resource.decode(Model.self, with: decoder ?? coding.decoder)
        } content: { _, _ in
            throw InvalidRequest(.content, "the model is not Encodable")
        }
        makePlainModel = { try (decoder ?? $1.decoder).decode(Model.self, from: $0) }
    }

    /// Makes a serializer with custom conversions from resources to models, and from models to values.
    public init(
        mediaTypes: [MediaType]? = nil,
        limits: JSONLimits = JSONLimits(),
        model: @escaping @Sendable (HALResource) throws -> Model,
        value: @escaping @Sendable (Model) throws -> JSONValue
    ) {
        self.init(mediaTypes, limits) { resource, _ in
            try model(resource)
        } content: { model, mediaType in
            .json(try value(model), mediaType: mediaType)
        }
    }

    private init(
        _ mediaTypes: [MediaType]?,
        _ limits: JSONLimits,
        model: @escaping @Sendable (HALResource, JSONCoding) throws -> Model,
        content: @escaping @Sendable (Model, MediaType) throws -> RequestContent
    ) {
        self.mediaTypes = mediaTypes ?? HALDefaults.mediaTypes
        accept = mediaTypes.map(RequestBuilder.accept) ?? HALDefaults.accept
        self.limits = limits
        makeModel = model
        makeContent = content
    }

    /// Whether the type is JSON.
    public func takes(_ mediaType: MediaType?) -> Bool {
        mediaType?.isJSON ?? true
    }

    /// Decodes the text, then the resource, then the model; an array is not a resource, but may be a model.
    public func decode(_ response: TransportResponse) throws(DecodingFailure) -> Decoded<Model> {
        let value = try JSONBody.value(of: response, limits: limits)
        guard let resource = HALResource(value) else { return Decoded(model: try decode(plain: value)) }
        return Decoded(model: try decode(embedded: resource), resource: resource)
    }

    private func decode(plain value: JSONValue) throws(DecodingFailure) -> Model {
        let failure: DecodingFailure
        do {
            if let model = try makePlainModel?(value, coding) { return model }
            failure = .notAnObject(value)
        } catch {
            failure = DecodingFailure(model: error)
        }
        throw failure.path == "$" ? .notAnObject(value) : failure
    }

    /// Decodes the model.
    public func decode(embedded resource: HALResource) throws(DecodingFailure) -> Model {
        do {
            return try makeModel(resource, coding)
        } catch {
            throw DecodingFailure(model: error)
        }
    }

    /// Encodes the model; the media type is the first one that is not `application/hal+json`, else plain JSON.
    public func encode(_ model: Model) throws -> RequestContent {
        let mediaType = mediaTypes.first { $0 != .hal } ?? .json
        return try makeContent(model, mediaType)
    }
}

extension DecodingFailure {
    fileprivate static func notAnObject(_ value: JSONValue) -> DecodingFailure {
        DecodingFailure(.notAResource, "expected an object, found \(value.kind)", path: "$")
    }
}

extension HALSerializer: CodingSerializer {
    func with(_ coding: JSONCoding) -> HALSerializer {
        var serializer = self
        serializer.coding = coding
        return serializer
    }
}

/// The default media types of HAL and their `Accept` value, made once.
private enum HALDefaults {
    static let mediaTypes: [MediaType] = [.hal, .json]
    static let accept = RequestBuilder.accept(mediaTypes)
}
