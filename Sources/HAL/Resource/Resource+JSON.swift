extension Resource {
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
