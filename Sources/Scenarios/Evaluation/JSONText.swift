package import HAL

/// The door to the JSON parser for texts that come in requests.
package enum JSONText {
    /// The value, or nil when the text is no JSON.
    package static func parse(_ text: String) -> JSONValue? {
        try? JSONValue(parsing: text)
    }

    /// The value as compact JSON.
    package static func write(_ value: JSONValue) -> String {
        value.serialized()
    }
}
