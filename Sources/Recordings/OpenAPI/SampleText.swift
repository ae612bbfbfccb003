internal import Documents
internal import HAL

/// Texts for schemas of strings; the same schema always gets the same text.
enum SampleText {
    private static let plain = "string"
    private static let longest = 4096
    /// Values of the formats of OpenAPI and JSON Schema.
    private static let formats: [String: String] = [
        "date-time": "2026-01-01T00:00:00Z", "date": "2026-01-01", "time": "00:00:00Z", "duration": "P1D",
        "email": "user@example.com", "idn-email": "user@example.com", "hostname": "example.com",
        "idn-hostname": "example.com", "ipv4": "192.0.2.1", "ipv6": "2001:db8::1", "uri": "https://example.com/",
        "url": "https://example.com/", "iri": "https://example.com/", "uri-reference": "/", "iri-reference": "/",
        "uri-template": "/{id}", "uuid": "00000000-0000-4000-8000-000000000000", "byte": "AA==", "json-pointer": "/a",
        "relative-json-pointer": "0", "regex": ".*",
    ]

    /// A text that the schema allows, as far as its format, pattern and lengths can be met.
    static func text(of schema: Node) -> String {
        let least = min(length(schema["minLength"]) ?? 0, longest)
        let most = length(schema["maxLength"]) ?? .max
        if let pattern = schema["pattern"]?.text,
            let text = PatternSample.text(for: pattern, atLeast: least, atMost: most)
        {
            return text
        }
        if let text = (schema["format"]?.text).flatMap({ formats[$0] }), (least...max(least, most)).contains(text.count)
        {
            return text
        }
        guard plain.count < least else { return String(plain.prefix(most)) }
        return String(String(repeating: plain, count: least / plain.count + 1).prefix(least))
    }

    private static func length(_ node: Node?) -> Int? {
        guard case .number(let number)? = node?.scalar?.resolved, let length = number.int, length >= 0 else {
            return nil
        }
        return length
    }
}
