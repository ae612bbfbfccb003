extension HALResource {
    /// Reads a resource from a JSON value; nil if the value is not an object.
    ///
    /// Parts that do not follow HAL are left out and listed in ``problems``.
    public init?(_ value: JSONValue) {
        guard case .object(let object) = value else { return nil }
        self = ResourceReader(outerScope: nil, depth: 0).read(object)
    }

    /// The resource as a JSON object: `_links`, the state, `_embedded`; arrays stay arrays.
    public var object: JSONObject {
        var members: [JSONObject.Member] = []
        if !links.isEmpty { members.append(JSONObject.Member("_links", .object(links.object))) }
        members += state.members
        if embedded != .none { members.append(JSONObject.Member("_embedded", embedded.value)) }
        return JSONObject(members)
    }

    /// The resource as a JSON value.
    public var value: JSONValue {
        .object(object)
    }
}

extension HALResource {
    /// Makes a resource whose state is a model.
    ///
    /// - Throws: `EncodingError` if the model is not written as an object, and errors of the model itself.
    public init(
        model: some Encodable,
        links: HALLinks = HALLinks(),
        embedded: EmbeddedResources = .none,
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
