import HAL
public import HTTPTypes

/// Validated fields for a request; invalid ones refuse the request before anything is sent.
///
/// A value with CR, LF or NUL would allow header injection; `HTTPFields` would silently replace these characters.
public struct RequestHeaders: Sendable, Hashable, ExpressibleByDictionaryLiteral {
    /// The valid fields.
    public private(set) var fields = HTTPFields()
    /// The names of the invalid fields, in order.
    public private(set) var refused: [String] = []

    /// Makes empty headers.
    public init() {}

    /// Makes headers of well-formed fields.
    public init(_ fields: HTTPFields) {
        self.fields = fields
    }

    /// Makes headers of names and values; repeated names are sent repeatedly.
    public init(dictionaryLiteral elements: (String, String)...) {
        for (name, value) in elements { append(name, value) }
    }

    /// Adds a field, without spaces and tabs around the value, RFC 9110 §5.5.
    public mutating func append(_ name: String, _ value: String) {
        let value = String(value.trimmingSpaces)
        guard let fieldName = HTTPField.Name(name), HTTPField.isValidValue(value) else { return refused.append(name) }
        fields.append(HTTPField(name: fieldName, value: value))
    }

    /// Replaces all fields of that name.
    public mutating func set(_ name: String, _ value: String) {
        if let fieldName = HTTPField.Name(name) { fields[values: fieldName] = [] }
        append(name, value)
    }

    /// Removes all fields of that name.
    mutating func remove(_ name: HTTPField.Name) {
        fields[values: name] = []
    }

    /// A copy with other valid fields.
    func replacing(_ fields: HTTPFields) -> RequestHeaders {
        var headers = self
        headers.fields = fields
        return headers
    }

    /// A copy in which the fields of `other` replace those of the same names.
    func merging(_ other: RequestHeaders) -> RequestHeaders {
        guard !other.fields.isEmpty || !other.refused.isEmpty else { return self }
        var merged = self
        for name in Set(other.fields.map(\.name)) { merged.fields[values: name] = other.fields[values: name] }
        merged.refused += other.refused
        return merged
    }
}

extension RequestHeaders: CustomStringConvertible, CustomReflectable {
    /// The redacted fields in one line.
    public var description: String {
        Redaction.text(of: fields)
    }

    /// The redacted fields.
    public var customMirror: Mirror {
        Mirror(self, children: ["fields": description, "refused": refused])
    }
}
