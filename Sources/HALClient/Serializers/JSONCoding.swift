import HAL

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

extension ExecutorConfiguration {
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
