/// Encodes `Encodable` models as JSON values; members keep the order in which the model writes them.
///
/// `URL` and `Decimal` are written as with `JSONEncoder`, `Data` as Base64, `Date` as ``dates`` says.
public struct JSONValueEncoder: Sendable {
    /// The format of dates.
    public var dates = JSONDateFormat.iso8601
    /// Contextual information for the models.
    public var userInfo: [CodingUserInfoKey: any Sendable] = [:]

    var conversions: [ObjectIdentifier: @Sendable (Any) throws -> JSONValue?] = [:]

    /// Makes an encoder.
    public init() {}

    /// Encodes values of a type with `convert` wherever a model has one, in place of the type's own form.
    public mutating func register<Model: Encodable & Sendable>(
        _ type: Model.Type,
        _ convert: @escaping @Sendable (Model) throws -> JSONValue
    ) {
        conversions[ObjectIdentifier(type)] = { value in try (value as? Model).map(convert) }
    }

    /// Encodes a model as a value.
    ///
    /// - Throws: `EncodingError` for a number that JSON cannot represent, and errors of the model itself.
    public func encode(_ model: some Encodable) throws -> JSONValue {
        let node = EncodedNode()
        try ValueEncoder(node, .root, self).box(model)
        return node.value
    }
}
