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

/// A value under construction: containers that a model holds at the same time write into different nodes.
final class EncodedNode {
    private enum Content {
        case empty
        case value(JSONValue)
        case array([EncodedNode])
        case object(names: [String], nodes: [String: EncodedNode])
    }

    private var content = Content.empty

    func set(_ value: JSONValue) {
        content = .value(value)
    }

    /// Makes this an array unless it is one.
    func beArray() {
        guard case .array = content else { return content = .array([]) }
    }

    /// Makes this an object unless it is one.
    func beObject() {
        guard case .object = content else { return content = .object(names: [], nodes: [:]) }
    }

    var count: Int {
        guard case .array(let nodes) = content else { return 0 }
        return nodes.count
    }

    func appendElement() -> EncodedNode {
        let node = EncodedNode()
        guard case .array(var nodes) = content else { return node }
        content = .empty
        nodes.append(node)
        content = .array(nodes)
        return node
    }

    /// The node of a member; writing a name again replaces its value in place.
    func member(_ name: String) -> EncodedNode {
        guard case .object(var names, var nodes) = content else { return EncodedNode() }
        if let node = nodes[name] { return node }
        let node = EncodedNode()
        // Otherwise the arrays would be copied for each member.
        content = .empty
        names.append(name)
        nodes[name] = node
        content = .object(names: names, nodes: nodes)
        return node
    }

    /// The value written so far; an empty object if nothing was written, as for an empty struct.
    var value: JSONValue {
        switch content {
        case .empty: [:]
        case .value(let value): value
        case .array(let nodes): .array(nodes.map(\.value))
        case .object(let names, let nodes):
            .object(JSONObject(names.compactMap { name in nodes[name].map { JSONObject.Member(name, $0.value) } }))
        }
    }
}
