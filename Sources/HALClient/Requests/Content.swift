public import HAL

/// The body of a request and what it is.
public struct Content: Sendable {
    /// Where the bytes come from.
    enum Source: Sendable {
        case bytes([UInt8])
        case form(MultipartForm)
        case file(String)
        case stream(StreamedBody)
        /// The model could not be turned into any; the call is refused.
        case refused(InvalidRequest)
    }

    let source: Source
    /// The media type, with its charset where the type has one.
    public let mediaType: MediaType?

    /// Takes bytes as they are.
    public init(_ bytes: [UInt8], mediaType: MediaType?) {
        self.init(.bytes(bytes), mediaType)
    }

    /// Has a serializer write a model.
    public init<S: Serializer>(_ model: S.Model, with serializer: S) {
        do {
            self = try serializer.encode(model)
        } catch {
            self.init(.refused(InvalidRequest(.content, "cannot encode the model: \(error)")), nil)
        }
    }

    private init(_ source: Source, _ mediaType: MediaType?) {
        self.source = source
        self.mediaType = mediaType
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
            return Content(.refused(InvalidRequest(.content, "cannot encode the model: \(error)")), nil)
        }
    }
}

extension Content {
    /// Parts as `multipart/form-data`, RFC 7578; sent part by part, files in small pieces.
    ///
    /// The parameters of the request become parts too, before these.
    public static func multipart(_ parts: [FormPart]) -> Content {
        multipart(MultipartForm(parts))
    }

    static func multipart(_ form: MultipartForm) -> Content {
        Content(.form(form), form.mediaType)
    }

    /// A file, sent in small pieces as it is.
    ///
    /// It must keep its size until it is sent: one that shrinks ends the call as a connection failure with a
    /// ``FileFailure`` underneath.
    public static func file(_ path: String, mediaType: MediaType?) -> Content {
        Content(.file(path), mediaType)
    }

    /// A body that is made while it is sent.
    public static func stream(_ body: StreamedBody, mediaType: MediaType?) -> Content {
        Content(.stream(body), mediaType)
    }
}
