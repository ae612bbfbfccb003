extension Resource {
    /// Makes a resource whose state is a model.
    ///
    /// - Throws: `EncodingError` if the model is not written as an object, and errors of the model itself.
    public init(
        model: some Encodable,
        links: Links = Links(),
        embedded: Embedded = .none,
        with encoder: JSONValueEncoder = JSONValueEncoder()
    ) throws {
        guard case .object(let state) = try encoder.encode(model) else {
            let context = EncodingError.Context(
                codingPath: [],
                debugDescription: "The state of a resource is an object."
            )
            throw EncodingError.invalidValue(model, context)
        }
        self.init(state: state, links: links, embedded: embedded)
    }

    /// Decodes a model from the state.
    ///
    /// Links and embedded resources are not part of it, unless the model has the key `_links` or `_embedded`.
    ///
    /// - Throws: `DecodingError` with the coding path if the state does not fit, and errors of the model itself.
    public func decode<Model: Decodable>(
        _ type: Model.Type = Model.self,
        with decoder: JSONValueDecoder = JSONValueDecoder()
    ) throws -> Model {
        try decoder.decode(type, from: self)
    }
}
