public import HAL

/// Reads and writes `application/hal+json`, `application/json` and every `+json` type, for any model that is `Codable`.
///
/// A plain JSON object is a resource without links. For dictionaries, take `JSONObject` as the model: it keeps digits
/// and order.
public struct HALSerializer<Model: Sendable>: Serializer {
    /// What `Accept` asks for, the best first.
    public let mediaTypes: [MediaType]
    /// What `Accept` says.
    public let accept: String
    private let limits: JSONLimits
    private let makeModel: @Sendable (Resource) throws -> Model
    private let makeValue: @Sendable (Model) throws -> JSONValue

    /// Reads and writes models of a type.
    public init(
        _ type: Model.Type = Model.self,
        mediaTypes: [MediaType]? = nil,
        decoder: JSONValueDecoder = JSONValueDecoder(),
        encoder: JSONValueEncoder = JSONValueEncoder(),
        limits: JSONLimits = JSONLimits()
    ) where Model: Codable {
        self.init(
            mediaTypes: mediaTypes,
            limits: limits,
            model: { try $0.decode(Model.self, with: decoder) },
            value: { try encoder.encode($0) }
        )
    }

    /// Reads models of a type.
    @_disfavoredOverload
    public init(
        _ type: Model.Type = Model.self,
        mediaTypes: [MediaType]? = nil,
        decoder: JSONValueDecoder = JSONValueDecoder(),
        limits: JSONLimits = JSONLimits()
    ) where Model: Decodable {
        self.init(
            mediaTypes: mediaTypes,
            limits: limits,
            model: { try $0.decode(Model.self, with: decoder) },
            value: { _ in throw InvalidRequest(.content, "the model is not Encodable") }
        )
    }

    /// Makes models of resources, and values of models, in one's own way.
    public init(
        mediaTypes: [MediaType]? = nil,
        limits: JSONLimits = JSONLimits(),
        model: @escaping @Sendable (Resource) throws -> Model,
        value: @escaping @Sendable (Model) throws -> JSONValue
    ) {
        self.mediaTypes = mediaTypes ?? HALDefaults.mediaTypes
        accept = mediaTypes.map(RequestBuilder.accept) ?? HALDefaults.accept
        self.limits = limits
        makeModel = model
        makeValue = value
    }

    /// Whether the type is JSON.
    public func takes(_ mediaType: MediaType?) -> Bool {
        mediaType?.isJSON ?? true
    }

    /// Reads the text, then the resource, then the model.
    public func decode(_ response: Response) throws(DecodingFailure) -> Decoded<Model> {
        let value = try JSONBody.value(of: response, limits: limits)
        guard let resource = Resource(value) else {
            throw DecodingFailure(.notAResource, "expected an object, found \(value.kind)", path: "$")
        }
        return Decoded(model: try decode(embedded: resource), resource: resource)
    }

    /// Makes the model.
    public func decode(embedded resource: Resource) throws(DecodingFailure) -> Model {
        do {
            return try makeModel(resource)
        } catch {
            throw DecodingFailure(model: error)
        }
    }

    /// Writes the model; the media type is the first one, where that is not `application/hal+json`, else plain JSON.
    public func encode(_ model: Model) throws -> Content {
        let mediaType = mediaTypes.first { $0 != .hal } ?? .json
        return .json(try makeValue(model), mediaType: mediaType)
    }
}

/// What HAL is asked for with unless a serializer says otherwise, made once.
private enum HALDefaults {
    static let mediaTypes: [MediaType] = [.hal, .json]
    static let accept = RequestBuilder.accept(mediaTypes)
}
