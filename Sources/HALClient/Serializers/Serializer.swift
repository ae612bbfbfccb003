public import HAL

/// Turns bodies into models and models into bodies, for one kind of model.
///
/// ``HALSerializer`` is there already. Write one for another media type:
///
/// ```swift
/// struct TextSerializer: Serializer {
///     let mediaTypes = [MediaType("text/plain")].compactMap(\.self)
///
///     func decode(_ response: Response) throws(DecodingFailure) -> Decoded<String> {
///         Decoded(model: String(decoding: response.body, as: UTF8.self))
///     }
///
///     func encode(_ model: String) throws -> Content {
///         Content(Array(model.utf8), mediaType: MediaType("text/plain; charset=utf-8"))
///     }
/// }
/// ```
public protocol Serializer<Model>: Sendable {
    /// What bodies become.
    associatedtype Model: Sendable

    /// What `Accept` asks for, the best first.
    var mediaTypes: [MediaType] { get }

    /// The value of `Accept`; made of `mediaTypes` unless the serializer has it ready.
    var accept: String { get }

    /// Whether bodies of that type can be decoded; without a `Content-Type`, `mediaType` is nil.
    func takes(_ mediaType: MediaType?) -> Bool

    /// Makes a model of a body that is not empty.
    func decode(_ response: Response) throws(DecodingFailure) -> Decoded<Model>

    /// Makes a model of a resource that was embedded in another.
    func decode(embedded resource: Resource) throws(DecodingFailure) -> Model

    /// Makes a body of a model.
    func encode(_ model: Model) throws -> Content
}

/// What a serializer makes of a body.
public struct Decoded<Model: Sendable>: Sendable {
    /// The model.
    public var model: Model
    /// The links and embedded resources, or nil if the media type has none.
    public var resource: Resource?

    /// Makes a value.
    public init(model: Model, resource: Resource? = nil) {
        self.model = model
        self.resource = resource
    }
}

extension Serializer {
    /// The types with falling weights: `application/hal+json, application/json;q=0.9`.
    public var accept: String {
        RequestBuilder.accept(mediaTypes)
    }

    /// Takes the types that it asks for, whatever their parameters, and bodies without a type.
    public func takes(_ mediaType: MediaType?) -> Bool {
        guard let mediaType else { return true }
        return mediaTypes.contains { $0.essence == mediaType.essence }
    }

    /// Refuses.
    public func decode(embedded resource: Resource) throws(DecodingFailure) -> Model {
        throw DecodingFailure(.mediaType, "the serializer takes no embedded resources")
    }

    /// Refuses.
    public func encode(_ model: Model) throws -> Content {
        throw InvalidRequest(.content, "the serializer writes no bodies")
    }
}
