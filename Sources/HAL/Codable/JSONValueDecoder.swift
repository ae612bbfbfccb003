/// Makes `Decodable` models of JSON values, without a detour over text and without Foundation.
///
///     let station = try JSONValueDecoder().decode(FuelStation.self, from: .object(resource.state))
///
/// `URL` and `Decimal` decode as with `JSONDecoder`, `Data` from Base64, `Date` as ``dates`` says. Integers that are written with a fraction or an exponent (`4.0`, `1e3`) decode as integers. A `JSONNumber`,
/// `JSONValue` or `JSONObject` in a model takes the source as it is.
public struct JSONValueDecoder: Sendable {
    /// How dates are written.
    public var dates = JSONDateFormat.iso8601
    /// Handed to the models.
    public var userInfo: [CodingUserInfoKey: any Sendable] = [:]

    var conversions: [ObjectIdentifier: @Sendable (JSONValue) throws -> any Sendable] = [:]

    /// Makes a decoder.
    public init() {}

    /// Has values of a type made by `convert` wherever a model has one; that wins over the form that a type
    /// has by itself.
    ///
    /// An error that `convert` throws becomes a `DecodingError` with the place.
    public mutating func register<Model: Decodable & Sendable>(
        _ type: Model.Type,
        _ convert: @escaping @Sendable (JSONValue) throws -> Model
    ) {
        conversions[ObjectIdentifier(type)] = convert
    }

    /// Makes a model of a value.
    ///
    /// - Throws: `DecodingError` with the coding path if the value does not fit, and what the model itself throws.
    public func decode<Model: Decodable>(_ type: Model.Type, from value: JSONValue) throws -> Model {
        try ValueDecoder(value, CodingPlace.root, self).unbox(type, value, at: .root)
    }

    /// Makes a model of the state of a resource; its links and embedded resources are there for a model that has a
    /// `_links` or an `_embedded`.
    func decode<Model: Decodable>(_ type: Model.Type, from resource: Resource) throws -> Model {
        let decoder = ValueDecoder(.object(resource.state), .root, self, resource: resource)
        return try decoder.unboxSelf(type)
    }
}
