import URITemplates

/// A target as a string: `"/stations/\(id)"`.
///
/// A value at the start is a URI, or the start of one, and stays as it is. Any other value is percent-encoded, RFC 3986
/// §2.1, so that it is one segment of the path or one value of the query, whatever it contains.
///
/// ```swift
/// await client.get("/stations/\(id)")           // id "a/b": /stations/a%2Fb
/// await client.get("\(server)/stations/\(id)")  // server "http://a.example": http://a.example/stations/a%2Fb
/// await client.get("/stations?\(raw: query)")   // query "a=1&b=2": /stations?a=1&b=2
/// ```
extension Target: ExpressibleByStringInterpolation {
    /// A string that is put together.
    public struct StringInterpolation: StringInterpolationProtocol, Sendable {
        var uri = ""

        /// Makes an empty string.
        public init(literalCapacity: Int, interpolationCount: Int) {
            uri.reserveCapacity(literalCapacity + 16 * interpolationCount)
        }

        /// Appends a part of the URI as it is.
        public mutating func appendLiteral(_ literal: String) {
            uri += literal
        }

        /// Appends a value, percent-encoded unless it is at the start.
        public mutating func appendInterpolation(_ value: some CustomStringConvertible) {
            let text = value.description
            uri += uri.isEmpty ? text : PercentEncoding.encode(text, keepingReserved: false)
        }

        /// Appends a part of the URI as it is.
        public mutating func appendInterpolation(raw part: some StringProtocol) {
            uri += part
        }
    }

    /// Makes a target of a URI; a relative one resolves against the configuration's base.
    public init(stringInterpolation interpolation: StringInterpolation) {
        self.init(interpolation.uri)
    }
}
