extension JSONObject: ExpressibleByDictionaryLiteral {
    /// Makes an object with the members in that order.
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        self.init(elements.map { Member($0, $1) })
    }
}
