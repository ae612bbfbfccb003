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
    public func decode(_ response: TransportResponse) throws(DecodingFailure) -> Decoded<Model> {
        let value = try JSONBody.value(of: response, limits: limits)
        do {
            return Decoded(model: try (decoder ?? coding.decoder).decode(Model.self, from: value))
        } catch {
            throw DecodingFailure(model: error)
        }
    }

    /// Encodes the model if it is `Encodable`.
    public func encode(_ model: Model) throws -> RequestContent {
        try RequestContent(mediaType: mediaTypes.first ?? .json, encoder: nil) { encoder in
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

/// Reads the JSON text of a body.
enum JSONBody {
    /// Parses the body in the charset of its byte order mark or of `Content-Type`, see ``Charset``.
    static func value(of response: TransportResponse, limits: JSONLimits) throws(DecodingFailure) -> JSONValue {
        let text = try text(of: response)
        do {
            return try JSONValue(parsing: text, limits: limits)
        } catch {
            if error.code == .encoding, let charset = response.charset, !Charset.supports(charset) {
                throw DecodingFailure(.syntax, "the charset '\(charset)' is not supported", underlying: error)
            }
            let code: DecodingFailure.Code =
                switch error.code {
                case .syntax, .encoding, .duplicateKey: .syntax
                case .tooDeep, .tooLarge: .tooLarge
                }
            throw DecodingFailure(code, "\(error)", underlying: error)
        }
    }

    /// The problem details of a body of the media type `application/problem+json`, RFC 9457.
    static func problem(of response: TransportResponse) -> ProblemDetails? {
        guard response.mediaType?.essence == MediaType.problem.essence,
            let value = try? value(of: response, limits: JSONLimits(bytes: 1 << 20))
        else { return nil }
        return ProblemDetails(value)
    }

    private static func text(of response: TransportResponse) throws(DecodingFailure) -> [UInt8] {
        let (charset, markLength) = Charset.detected(in: response.body, declared: response.charset)
        if charset == .utf8, markLength == 0 { return response.body }
        guard let text = charset.convert(response.body.dropFirst(markLength)) else {
            throw DecodingFailure(.syntax, "the text is not valid \(charset)")
        }
        return text
    }
}

extension TransportResponse {
    /// The charset of `Content-Type` in lower case, or nil.
    fileprivate var charset: String? {
        mediaType?.parameter("charset")?.lowercased()
    }
}
