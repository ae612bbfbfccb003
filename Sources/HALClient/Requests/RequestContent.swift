public import HAL
import URITemplates

/// The content of a request and its media type.
public struct RequestContent: Sendable {
    /// The source of the bytes.
    enum Source: Sendable {
        case bytes([UInt8])
        case form(MultipartForm)
        case file(String)
        case stream(StreamedBody)
        /// The model could not be encoded; the call is refused.
        case refused(InvalidRequest)
    }

    let source: Source
    /// Encodes the model with another encoder; nil without a model, or if the content has its own encoder.
    private var rewrite: (@Sendable (JSONValueEncoder) throws -> JSONValue)?
    /// The media type, with its charset if the type has one.
    public let mediaType: MediaType?

    /// Makes content of bytes.
    public init(_ bytes: [UInt8], mediaType: MediaType?) {
        self.init(.bytes(bytes), mediaType)
    }

    /// Encodes a model with a serializer.
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
    public static func json(_ value: JSONValue, mediaType: MediaType = .json) -> RequestContent {
        RequestContent(value.serializedBytes(), mediaType: mediaType)
    }

    /// A resource with its links and embedded resources.
    public static func resource(_ resource: HALResource, mediaType: MediaType = .hal) -> RequestContent {
        RequestContent(resource.value.serializedBytes(), mediaType: mediaType)
    }

    /// A model as JSON, encoded by `encoder`.
    public static func model(
        _ model: some Encodable,
        mediaType: MediaType = .json,
        encoder: JSONValueEncoder = JSONValueEncoder()
    ) -> RequestContent {
        do {
            return json(try encoder.encode(model), mediaType: mediaType)
        } catch {
            return RequestContent(unencodable: error)
        }
    }

    /// A model as JSON, encoded by the encoder of the configuration.
    public static func model(_ model: some Encodable & Sendable, mediaType: MediaType = .json) -> RequestContent {
        var content = RequestContent.model(model, mediaType: mediaType, encoder: JSONValueEncoder())
        content.rewrite = { try $0.encode(model) }
        return content
    }

    /// Makes content of a model as JSON, encoded by `encoder`, else by the encoder of the configuration.
    init(
        mediaType: MediaType,
        encoder: JSONValueEncoder?,
        _ write: @escaping @Sendable (JSONValueEncoder) throws -> JSONValue
    ) throws {
        self = .json(try write(encoder ?? JSONValueEncoder()), mediaType: mediaType)
        if encoder == nil { rewrite = write }
    }

    /// The content encoded by another encoder; unchanged if it is not a model.
    func written(by encoder: JSONValueEncoder?) -> RequestContent {
        guard let encoder, let rewrite else { return self }
        do {
            return .json(try rewrite(encoder), mediaType: mediaType ?? .json)
        } catch {
            return RequestContent(unencodable: error)
        }
    }

    private init(unencodable error: any Error) {
        self.init(.refused(InvalidRequest(.content, "cannot encode the model: \(error)")), nil)
    }
}

extension RequestContent {
    /// Parts as `multipart/form-data`, RFC 7578, sent part by part; files are read in small pieces.
    ///
    /// The parameters of the request become parts too, before these.
    public static func multipart(_ parts: [FormPart]) -> RequestContent {
        multipart(MultipartForm(parts))
    }

    static func multipart(_ form: MultipartForm) -> RequestContent {
        RequestContent(.form(form), form.mediaType)
    }

    /// A file, read and sent in small pieces.
    ///
    /// The file must keep its size until it is sent: if it shrinks, the call ends as a connection failure with an
    /// underlying ``FileFailure``.
    public static func file(_ path: String, mediaType: MediaType?) -> RequestContent {
        RequestContent(.file(path), mediaType)
    }

    /// A body that is produced while it is sent.
    public static func stream(_ body: StreamedBody, mediaType: MediaType?) -> RequestContent {
        RequestContent(.stream(body), mediaType)
    }
}

extension RequestContent {
    /// The fields of a form in their order, as `application/x-www-form-urlencoded`: `grant_type=password&scope=a+b`.
    public static func form(_ fields: KeyValuePairs<String, String>) -> RequestContent {
        form(fields.map { ($0, $1) })
    }

    /// The fields of a form in their order; a name may come twice.
    public static func form(_ fields: [(name: String, value: String)]) -> RequestContent {
        RequestContent(Array(FormEncoding.encode(fields).utf8), mediaType: .form)
    }
}

extension MediaType {
    /// `application/x-www-form-urlencoded`.
    static let form = MediaType(uncheckedType: "application", subtype: "x-www-form-urlencoded")
}

/// The encoding of forms, https://url.spec.whatwg.org/#application/x-www-form-urlencoded.
package enum FormEncoding {
    package static func encode(_ fields: [(name: String, value: String)]) -> String {
        fields.map { "\(encode($0.name))=\(encode($0.value))" }.joined(separator: "&")
    }

    static func encode(_ text: String) -> String {
        PercentEncoding.encode(text, keepingReserved: false).replacing("%20", with: "+")
    }
}
