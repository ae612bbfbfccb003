public import HAL

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
    public func decode(_ response: Response) throws(DecodingFailure) -> Decoded<[UInt8]> {
        Decoded(model: response.body)
    }

    /// The bytes as the first of the types.
    public func encode(_ model: [UInt8]) throws -> Content {
        Content(model, mediaType: mediaTypes.first)
    }
}
