/// Decodes `Decodable` models from JSON values directly, without text and without Foundation.
///
///     let station = try JSONValueDecoder().decode(FuelStation.self, from: .object(resource.state))
///
/// `URL` and `Decimal` decode as with `JSONDecoder`, `Data` from Base64, `Date` as ``dates`` says. Integers that are
/// written with a fraction or an exponent (`4.0`, `1e3`) decode as integers. A `JSONNumber`, `JSONValue` or
/// `JSONObject` in a model keeps the source unchanged.
public struct JSONValueDecoder: Sendable {
    /// The format of dates.
    public var dates = JSONDateFormat.iso8601
    /// Contextual information for the models.
    public var userInfo: [CodingUserInfoKey: any Sendable] = [:]

    var conversions: [ObjectIdentifier: @Sendable (JSONValue) throws -> any Sendable] = [:]

    /// Makes a decoder.
    public init() {}

    /// Decodes values of a type with `convert` wherever a model has one, in place of the type's own form.
    ///
    /// An error that `convert` throws becomes a `DecodingError` with the place.
    public mutating func register<Model: Decodable & Sendable>(
        _ type: Model.Type,
        _ convert: @escaping @Sendable (JSONValue) throws -> Model
    ) {
        conversions[ObjectIdentifier(type)] = convert
    }

    /// Decodes a model from a value.
    ///
    /// - Throws: `DecodingError` with the coding path if the value does not fit, and errors of the model itself.
    public func decode<Model: Decodable>(_ type: Model.Type, from value: JSONValue) throws -> Model {
        try ValueDecoder(value, CodingPlace.root, self).unbox(type, value, at: .root)
    }

    /// Decodes a model from the state of a resource; a model with the key `_links` or `_embedded` also gets the links
    /// and the embedded resources.
    func decode<Model: Decodable>(_ type: Model.Type, from resource: HALResource) throws -> Model {
        let decoder = ValueDecoder(.object(resource.state), .root, self, resource: resource)
        return try decoder.unboxSelf(type)
    }
}
