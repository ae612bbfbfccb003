public import HAL

/// Converts bodies to models and models to bodies, for one type of model.
///
/// Use ``HALSerializer`` for HAL, or write one for another media type:
///
/// ```swift
/// struct TextSerializer: Serializer {
///     let mediaTypes = [MediaType("text/plain")].compactMap(\.self)
///
///     func decode(_ response: TransportResponse) throws(DecodingFailure) -> Decoded<String> {
///         Decoded(model: String(decoding: response.body, as: UTF8.self))
///     }
///
///     func encode(_ model: String) throws -> RequestContent {
///         RequestContent(Array(model.utf8), mediaType: MediaType("text/plain; charset=utf-8"))
///     }
/// }
/// ```
public protocol Serializer<Model>: Sendable {
    /// The type of the models.
    associatedtype Model: Sendable

    /// The media types of `Accept`, the preferred first.
    var mediaTypes: [MediaType] { get }

    /// The value of `Accept`; by default made of `mediaTypes`.
    var accept: String { get }

    /// Whether bodies of a type can be decoded; without a `Content-Type`, `mediaType` is nil.
    func takes(_ mediaType: MediaType?) -> Bool

    /// Decodes a body that is not empty.
    func decode(_ response: TransportResponse) throws(DecodingFailure) -> Decoded<Model>

    /// Decodes a model from a resource that was embedded in another.
    func decode(embedded resource: HALResource) throws(DecodingFailure) -> Model

    /// Encodes a model as content.
    func encode(_ model: Model) throws -> RequestContent
}

/// A decoded body.
public struct Decoded<Model: Sendable>: Sendable {
    /// The model.
    public var model: Model
    /// The links and embedded resources, or nil if the media type has none.
    public var resource: HALResource?

    /// Makes a value.
    public init(model: Model, resource: HALResource? = nil) {
        self.model = model
        self.resource = resource
    }
}

extension Serializer {
    /// The types with falling weights: `application/hal+json, application/json;q=0.9`.
    public var accept: String {
        RequestBuilder.accept(mediaTypes)
    }

    /// Accepts the requested types, ignoring parameters, and bodies without a type.
    public func takes(_ mediaType: MediaType?) -> Bool {
        guard let mediaType else { return true }
        return mediaTypes.contains { $0.essence == mediaType.essence }
    }

    /// Throws, because the serializer does not support it.
    public func decode(embedded resource: HALResource) throws(DecodingFailure) -> Model {
        throw DecodingFailure(.mediaType, "the serializer does not support embedded resources")
    }

    /// Throws, because the serializer does not support it.
    public func encode(_ model: Model) throws -> RequestContent {
        throw InvalidRequest(.content, "the serializer does not write bodies")
    }
}

/// Reads and writes bodies as bytes.
public struct RawSerializer: Serializer {
    /// The media types of `Accept`, the preferred first; empty for any type.
    public let mediaTypes: [MediaType]

    /// Makes a serializer that accepts only bodies of these types, or of any type if there are none.
    public init(mediaTypes: [MediaType] = []) {
        self.mediaTypes = mediaTypes
    }

    /// Whether the type was requested.
    public func takes(_ mediaType: MediaType?) -> Bool {
        mediaTypes.isEmpty || mediaTypes.contains { $0.essence == mediaType?.essence }
    }

    /// The bytes.
    public func decode(_ response: TransportResponse) throws(DecodingFailure) -> Decoded<[UInt8]> {
        Decoded(model: response.body)
    }

    /// The bytes as the first of the types.
    public func encode(_ model: [UInt8]) throws -> RequestContent {
        RequestContent(model, mediaType: mediaTypes.first)
    }
}

/// The decoder and the encoder of models without their own.
struct JSONCoding: Sendable {
    var decoder = JSONValueDecoder()
    /// Nil for the standard one, which contents already use.
    var encoder: JSONValueEncoder?
}

/// A serializer that can use the decoder of a configuration.
protocol CodingSerializer<Model>: Serializer {
    func with(_ coding: JSONCoding) -> Self
}

extension HypermediaClient.Configuration {
    /// The decoder and the encoder, or nil if both are standard.
    var coding: JSONCoding? {
        guard decoder != nil || encoder != nil else { return nil }
        return JSONCoding(decoder: decoder ?? JSONValueDecoder(), encoder: encoder)
    }

    /// The serializer with the decoder of the configuration, if it can use it.
    func prepared<Model>(_ serializer: any Serializer<Model>) -> any Serializer<Model> {
        guard let coding, let serializer = serializer as? any CodingSerializer<Model> else { return serializer }
        return serializer.with(coding)
    }
}
