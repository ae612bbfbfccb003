/// A type whose values can be variables: `["station": id, "page": 2, "fields": ["name", "price"]]`.
///
/// A map, which keeps its order, is written `["a": "1", "b": "2"] as URITemplate.Value`.
public protocol URITemplateValueConvertible: Sendable {
    /// The value of the variable.
    var templateValue: URITemplate.Value { get }
}

extension URITemplate.Value: URITemplateValueConvertible {
    /// The value itself.
    public var templateValue: URITemplate.Value { self }
}

extension String: URITemplateValueConvertible {
    /// The text.
    public var templateValue: URITemplate.Value { .string(self) }
}

extension Substring: URITemplateValueConvertible {
    /// The text.
    public var templateValue: URITemplate.Value { .string(String(self)) }
}

extension Int: URITemplateValueConvertible {
    /// The digits.
    public var templateValue: URITemplate.Value { .string(String(self)) }
}

extension Double: URITemplateValueConvertible {
    /// The shortest digits with the same value.
    public var templateValue: URITemplate.Value { .string(String(self)) }
}

extension [String]: URITemplateValueConvertible {
    /// The texts in order; an empty list counts as undefined.
    public var templateValue: URITemplate.Value { .list(self) }
}
