public import HAL

/// Takes bodies as they are, and sends them so.
public struct RawSerializer: Serializer {
    /// What `Accept` asks for, the best first; empty for anything.
    public let mediaTypes: [MediaType]

    /// Takes bodies of these types alone, or of any type if there are none.
    public init(mediaTypes: [MediaType] = []) {
        self.mediaTypes = mediaTypes
    }

    /// Whether the type is one of those that were asked for.
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
