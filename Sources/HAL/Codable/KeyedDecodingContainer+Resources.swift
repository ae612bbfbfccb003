// The compiler prefers these to the general `decode` when it synthesizes `init(from:)`.
extension KeyedDecodingContainer {
    /// Decodes the first embedded resource of the relation that the key names.
    public func decode<Model: Decodable>(_ type: Embedded<Model>.Type, forKey key: Key) throws -> Embedded<Model> {
        let resources = try EmbeddedModels(key, in: self)
        return Embedded(wrappedValue: try resources.first(Model.self) ?? { throw resources.missing(key) }())
    }

    /// Decodes the first embedded resource of the relation that the key names; nil if there is none.
    public func decode<Model: Decodable>(_ type: Embedded<Model?>.Type, forKey key: Key) throws -> Embedded<Model?> {
        Embedded(wrappedValue: try EmbeddedModels(key, in: self).first(Model.self))
    }

    /// Decodes the embedded resources of the relation that the key names.
    public func decode<Model: Decodable>(_ type: Embedded<[Model]>.Type, forKey key: Key) throws -> Embedded<[Model]> {
        let resources = try EmbeddedModels(key, in: self)
        return Embedded(wrappedValue: try resources.indices.map { try resources.model(Model.self, at: $0) })
    }

    /// Decodes those embedded resources of the relation that fit, and reports the others.
    public func decode<Model: Decodable>(
        _ type: Embedded<LossyArray<Model>>.Type,
        forKey key: Key
    ) throws -> Embedded<LossyArray<Model>> {
        let resources = try EmbeddedModels(key, in: self)
        var models = LossyArray<Model>()
        for index in resources.indices { models.append { try resources.model(Model.self, at: index) } }
        return Embedded(wrappedValue: models)
    }

    /// Decodes the first link of the relation that the key names.
    public func decode(_ type: Linked<HALLink>.Type, forKey key: Key) throws -> Linked<HALLink> {
        let owner = try owner(of: key)
        guard let link = owner.asResource.link(LinkRelation(key.stringValue)) else {
            let path = CodingPlace.key(AnyKey(stringValue: "_links"), in: owner.place).codingPath
            throw DecodingError.keyNotFound(key, .init(codingPath: path, debugDescription: "Missing link."))
        }
        return Linked(wrappedValue: link)
    }

    /// Decodes the first link of the relation that the key names; nil if there is none.
    public func decode(_ type: Linked<HALLink?>.Type, forKey key: Key) throws -> Linked<HALLink?> {
        Linked(wrappedValue: try owner(of: key).asResource.link(LinkRelation(key.stringValue)))
    }

    /// Decodes the links of the relation that the key names.
    public func decode(_ type: Linked<[HALLink]>.Type, forKey key: Key) throws -> Linked<[HALLink]> {
        Linked(wrappedValue: try owner(of: key).asResource.links(LinkRelation(key.stringValue)))
    }

    /// The decoder of the model that has the property.
    fileprivate func owner(of key: Key) throws -> ValueDecoder {
        guard let owner = (try? superDecoder(forKey: key) as? ValueDecoder)?.owner else {
            throw ResourceProperty.misplaced(codingPath + [key])
        }
        return owner
    }
}

/// The embedded resources of one relation, decoded one by one.
private struct EmbeddedModels {
    private let resources: [HALResource]
    private let place: CodingPlace
    private let options: JSONValueDecoder

    init<Key: CodingKey>(_ key: Key, in container: KeyedDecodingContainer<Key>) throws {
        let owner = try container.owner(of: key)
        resources = owner.asResource.embedded(LinkRelation(key.stringValue))
        place = .key(key, in: .key(AnyKey(stringValue: "_embedded"), in: owner.place))
        options = owner.options
    }

    var indices: Range<Int> { resources.indices }

    func first<Model: Decodable>(_ type: Model.Type) throws -> Model? {
        try resources.first.map { try model(type, $0, place) }
    }

    func model<Model: Decodable>(_ type: Model.Type, at index: Int) throws -> Model {
        try model(type, resources[index], .index(index, in: place))
    }

    func missing(_ key: some CodingKey) -> DecodingError {
        let path = place.codingPath.dropLast()
        return .keyNotFound(key, .init(codingPath: Array(path), debugDescription: "Missing embedded resource."))
    }

    private func model<Model: Decodable>(
        _ type: Model.Type,
        _ resource: HALResource,
        _ place: CodingPlace
    ) throws -> Model {
        try ValueDecoder(.object(resource.state), place, options, resource: resource).unboxSelf(type)
    }
}
