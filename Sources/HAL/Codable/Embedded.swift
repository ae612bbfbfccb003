/// The embedded resources of a relation, as a property of a model; the relation is the property's coding key.
///
/// ```swift
/// struct Page: Decodable {
///     enum CodingKeys: String, CodingKey { case total, orders = "ea:order" }
///     var total: Int
///     @Embedded var orders: [Order]
/// }
/// ```
///
/// An array is empty and an optional nil if nothing is embedded. A ``LossyArray`` reports the resources that do not
/// decode. CURIEs equal their expanded URIs. Encoding leaves the property out, because it is not part of the state.
@propertyWrapper
public struct Embedded<Value> {
    /// The models of the embedded resources.
    public var wrappedValue: Value

    /// Makes a property of models.
    public init(wrappedValue: Value) {
        self.wrappedValue = wrappedValue
    }
}

/// The links of a relation, as a property of a model; the relation is the property's coding key.
///
/// ```swift
/// struct Page: Decodable {
///     @Linked var next: HALLink?
/// }
/// ```
///
/// An array is empty and an optional nil without such a link. Encoding leaves the property out.
@propertyWrapper
public struct Linked<Value> {
    /// The links.
    public var wrappedValue: Value

    /// Makes a property of links.
    public init(wrappedValue: Value) {
        self.wrappedValue = wrappedValue
    }
}

extension Embedded: Sendable where Value: Sendable {}
extension Embedded: Equatable where Value: Equatable {}
extension Embedded: Hashable where Value: Hashable {}
extension Linked: Sendable where Value: Sendable {}
extension Linked: Equatable where Value: Equatable {}
extension Linked: Hashable where Value: Hashable {}

extension Embedded: Decodable where Value: Decodable {
    /// Throws, because only the property's key names the relation.
    public init(from decoder: any Decoder) throws {
        throw ResourceProperty.misplaced(decoder.codingPath)
    }
}

extension Linked: Decodable {
    /// Throws, because only the property's key names the relation.
    public init(from decoder: any Decoder) throws {
        throw ResourceProperty.misplaced(decoder.codingPath)
    }
}

extension Embedded: Encodable {
    /// Writes nothing.
    public func encode(to encoder: any Encoder) throws {}
}

extension Linked: Encodable {
    /// Writes nothing.
    public func encode(to encoder: any Encoder) throws {}
}

extension KeyedEncodingContainer {
    /// Leaves the property out.
    public mutating func encode<Value>(_ value: Embedded<Value>, forKey key: Key) throws {}

    /// Leaves the property out.
    public mutating func encode<Value>(_ value: Linked<Value>, forKey key: Key) throws {}
}

/// The properties of a model that are not part of the state of its resource.
enum ResourceProperty {
    static func misplaced(_ path: [any CodingKey]) -> DecodingError {
        let text = "An @Embedded or @Linked property needs a JSONValueDecoder, and a model that is an object."
        return .dataCorrupted(DecodingError.Context(codingPath: path, debugDescription: text))
    }
}
