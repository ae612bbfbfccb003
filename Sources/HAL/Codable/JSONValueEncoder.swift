/// Makes JSON values of `Encodable` models; members keep the order in which the model writes them.
///
/// `URL` and `Decimal` are written as with `JSONEncoder`, `Data` as Base64, `Date` as ``dates`` says.
public struct JSONValueEncoder: Sendable {
    /// How dates are written.
    public var dates = JSONDateFormat.iso8601
    /// Handed to the models.
    public var userInfo: [CodingUserInfoKey: any Sendable] = [:]

    var conversions: [ObjectIdentifier: @Sendable (Any) throws -> JSONValue?] = [:]

    /// Makes an encoder.
    public init() {}

    /// Has values of a type written by `convert` wherever a model has one; that wins over the form that a type
    /// has by itself.
    public mutating func register<Model: Encodable & Sendable>(
        _ type: Model.Type,
        _ convert: @escaping @Sendable (Model) throws -> JSONValue
    ) {
        conversions[ObjectIdentifier(type)] = { value in try (value as? Model).map(convert) }
    }

    /// Makes a value of a model.
    ///
    /// - Throws: `EncodingError` for a number that JSON cannot say, and what the model itself throws.
    public func encode(_ model: some Encodable) throws -> JSONValue {
        let node = EncodedNode()
        try ValueEncoder(node, .root, self).box(model)
        return node.value
    }
}
