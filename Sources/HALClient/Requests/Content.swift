public import HAL

/// The body of a request and what it is.
public struct Content: Sendable {
    /// The bytes, or why the model could not be turned into any; the call is refused then.
    let bytes: Result<[UInt8], InvalidRequest>
    /// The media type, with its charset where the type has one.
    public let mediaType: MediaType?

    /// Takes bytes as they are.
    public init(_ bytes: [UInt8], mediaType: MediaType?) {
        self.bytes = .success(bytes)
        self.mediaType = mediaType
    }

    /// Has a serializer write a model.
    public init<S: Serializer>(_ model: S.Model, with serializer: S) {
        do {
            self = try serializer.encode(model)
        } catch {
            bytes = .failure(InvalidRequest(.content, "cannot encode the model: \(error)"))
            mediaType = nil
        }
    }

    /// A JSON value.
    public static func json(_ value: JSONValue, mediaType: MediaType = .json) -> Content {
        Content(value.serializedBytes(), mediaType: mediaType)
    }

    /// A resource with its links and what is embedded in it.
    public static func resource(_ resource: Resource, mediaType: MediaType = .hal) -> Content {
        Content(resource.value.serializedBytes(), mediaType: mediaType)
    }

    /// A model as JSON.
    public static func model(
        _ model: some Encodable,
        mediaType: MediaType = .json,
        encoder: JSONValueEncoder = JSONValueEncoder()
    ) -> Content {
        do {
            return json(try encoder.encode(model), mediaType: mediaType)
        } catch {
            return Content(refused: InvalidRequest(.content, "cannot encode the model: \(error)"))
        }
    }

    private init(refused: InvalidRequest) {
        bytes = .failure(refused)
        mediaType = nil
    }
}
