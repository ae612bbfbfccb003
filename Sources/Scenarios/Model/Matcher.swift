package import HAL

/// What one value must look like; WireMock's operators.
package indirect enum Matcher: Sendable, Hashable {
    case equalTo(String, caseInsensitive: Bool)
    case contains(String)
    case doesNotContain(String)
    /// The whole value; a dot matches line ends too.
    case matches(RegularExpression)
    case doesNotMatch(RegularExpression)
    case absent
    case equalToJSON(JSONValue, ignoreArrayOrder: Bool, ignoreExtraElements: Bool)
    /// Like `equalToJSON`, with placeholders in it.
    case equalToJSONPattern(JSONPattern)
    /// The body's bytes.
    case binaryEqualTo([UInt8])
    case number(NumberMatcher)
    case date(DateMatcher)
    case matchesPathTemplate(PathTemplate)
    /// Whatever there is, or is not.
    case anything
    /// Without a sub-matcher: the path selects something that is not null.
    case matchesJSONPath(JSONPath, Matcher?)
    /// What is no JSON is taken for a string.
    case matchesJSONSchema(JSONSchema)
    case and([Matcher])
    case or([Matcher])
    case not(Matcher)
}

/// What the values of a header, query parameter or form field must look like.
package enum MultiValueMatcher: Sendable, Hashable {
    /// At least one value matches; `absent` means that there is none.
    case any(Matcher)
    /// As many values as matchers, and for each matcher one value.
    case hasExactly([Matcher])
    /// For each matcher one value; more values are allowed.
    case includes([Matcher])
}
