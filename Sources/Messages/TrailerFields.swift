/// The rules for trailer fields (RFC 9110 §6.5.1).
package enum TrailerFields {
    /// Fields that frame, route or control a message.
    private static let forbidden = [
        "connection", "content-length", "expect", "host", "keep-alive", "te", "trailer", "transfer-encoding", "upgrade",
    ].map { [UInt8]($0.utf8) }

    /// Checks the names of trailer fields in `bytes`.
    ///
    /// - Throws: `RequestFailure` with 400 if a field is not allowed in trailers.
    package static func check(
        _ trailers: some Sequence<FieldRange>,
        in bytes: [UInt8]
    ) throws(RequestFailure) {
        for field in trailers where forbidden.contains(where: { bytes.matches(field.name, $0) }) {
            throw .forbiddenTrailer
        }
    }
}
