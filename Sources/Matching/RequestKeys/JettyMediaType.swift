/// The media types of `Content-Type` that WireMock's server, Jetty 9, sends on in their usual form, in whatever case they
/// are received.
enum JettyMediaType {
    /// The field, in lower case.
    static let field = "content-type"
    private static let types = [
        "application/json", "application/x-www-form-urlencoded", "text/html", "text/json", "text/plain", "text/xml",
    ]
    private static let parameters = [
        "", ";charset=UTF-8", "; charset=UTF-8", ";charset=ISO-8859-1", "; charset=ISO-8859-1",
    ]
    private static let values = Set(types.flatMap { type in parameters.map { type + $0 } })

    /// Whether a value is one of these in its usual form, so that a received value equals it whatever its case.
    static func isKnown(_ value: String) -> Bool { values.contains(value) }

    /// Whether a value begins with one of the types, in any case.
    static func begins(_ value: String) -> Bool { type(of: value) != nil }

    /// The received value as a matcher sees it: with its type in the usual form.
    ///
    /// Parameters are as received, as in WireMock 3, unless they are those of the value that it should equal.
    static func read(_ value: String, for expected: String?) -> String {
        if let expected, value == expected || isKnown(expected) && value.lowercased() == expected.lowercased() {
            return expected
        }
        guard let type = type(of: value) else { return value }
        return type + String(decoding: value.utf8.dropFirst(type.utf8.count), as: UTF8.self)
    }

    private static func type(of value: String) -> String? {
        types.first { type in
            value.utf8.count >= type.utf8.count && zip(value.utf8, type.utf8).allSatisfy { $0 | 0x20 == $1 | 0x20 }
        }
    }
}
