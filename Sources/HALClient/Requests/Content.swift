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
    /// Writes the model with another encoder; nil if there is no model, or one that has an encoder of its own.
    private var rewrite: (@Sendable (JSONValueEncoder) throws -> JSONValue)?
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
            self.init(unencodable: error)
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

    /// A model as JSON, written by `encoder`.
    public static func model(
        _ model: some Encodable,
        mediaType: MediaType = .json,
        encoder: JSONValueEncoder = JSONValueEncoder()
    ) -> Content {
        do {
            return json(try encoder.encode(model), mediaType: mediaType)
        } catch {
            return Content(unencodable: error)
        }
    }

    /// A model as JSON, written by the encoder of the configuration.
    public static func model(_ model: some Encodable & Sendable, mediaType: MediaType = .json) -> Content {
        var content = Content.model(model, mediaType: mediaType, encoder: JSONValueEncoder())
        content.rewrite = { try $0.encode(model) }
        return content
    }

    /// A model as JSON, written by `encoder`, else by the encoder of the configuration.
    init(
        mediaType: MediaType,
        encoder: JSONValueEncoder?,
        _ write: @escaping @Sendable (JSONValueEncoder) throws -> JSONValue
    ) throws {
        self = .json(try write(encoder ?? JSONValueEncoder()), mediaType: mediaType)
        if encoder == nil { rewrite = write }
    }

    /// The content as that encoder writes it; as it is if it is no model.
    func written(by encoder: JSONValueEncoder?) -> Content {
        guard let encoder, let rewrite else { return self }
        do {
            return .json(try rewrite(encoder), mediaType: mediaType ?? .json)
        } catch {
            return Content(unencodable: error)
        }
    }

    private init(unencodable error: any Error) {
        self.init(.refused(InvalidRequest(.content, "cannot encode the model: \(error)")), nil)
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
