import HAL
public import HTTPTypes

/// Fields for a request that are checked when they are given and refused before anything is sent.
///
/// A value with CR, LF or NUL would let its source write fields of its own; `HTTPFields` would silently replace them.
public struct RequestHeaders: Sendable, Hashable, ExpressibleByDictionaryLiteral {
    /// The fields that passed.
    public private(set) var fields = HTTPFields()
    /// The names of the fields that did not, in the order in which they were given.
    public private(set) var refused: [String] = []

    /// Makes no fields.
    public init() {}

    /// Takes fields that are already well-formed.
    public init(_ fields: HTTPFields) {
        self.fields = fields
    }

    /// Sets each name to its value; a name that comes twice is sent twice.
    public init(dictionaryLiteral elements: (String, String)...) {
        for (name, value) in elements { append(name, value) }
    }

    /// Adds a field; spaces and tabs around the value are not part of it, RFC 9110 §5.5.
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

    /// Takes all fields of that name away.
    mutating func remove(_ name: HTTPField.Name) {
        fields[values: name] = []
    }

    /// The same headers with other fields in place of those that passed.
    func replacing(_ fields: HTTPFields) -> RequestHeaders {
        var headers = self
        headers.fields = fields
        return headers
    }

    /// Takes the other's fields in place of one's own of the same names.
    func merging(_ other: RequestHeaders) -> RequestHeaders {
        guard !other.fields.isEmpty || !other.refused.isEmpty else { return self }
        var merged = self
        for name in Set(other.fields.map(\.name)) { merged.fields[values: name] = other.fields[values: name] }
        merged.refused += other.refused
        return merged
    }
}

extension RequestHeaders: CustomStringConvertible, CustomReflectable {
    /// The fields in one line, their secrets redacted.
    public var description: String {
        Redaction.text(of: fields)
    }

    /// The redacted fields.
    public var customMirror: Mirror {
        Mirror(self, children: ["fields": description, "refused": refused])
    }
}
