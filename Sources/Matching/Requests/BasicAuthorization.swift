import Documents
package import Messages

/// `Authorization: Basic …` (RFC 7617).
package enum BasicAuthorization {
    private static let name = Array("authorization".utf8)
    private static let scheme = Array("basic".utf8)

    /// The credentials in Base64, as after the scheme.
    package static func encoded(_ credentials: BasicCredentials) -> [UInt8] {
        Array(Base64.encode(Array("\(credentials.username):\(credentials.password)".utf8)).utf8)
    }

    /// Whether a request has these encoded credentials; the scheme is case-insensitive.
    package static func holds(_ encoded: [UInt8], for request: Request) -> Bool {
        request.fields.contains { field in
            guard request.head.isName(name, at: field.name), field.value.count > scheme.count else { return false }
            let end = field.value.lowerBound + scheme.count
            guard request.head.isName(scheme, at: field.value.lowerBound..<end) else { return false }
            let start = request.head[end..<field.value.upperBound].firstIndex { $0 != UInt8(ascii: " ") } ?? end
            return start > end && request.head.has(encoded, at: start..<field.value.upperBound)
        }
    }
}
