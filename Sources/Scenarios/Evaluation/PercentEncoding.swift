/// Percent-encoding as far as comparing addresses needs it (RFC 3986 §2.1).
package enum PercentEncoding {
    /// The text with each `%XX` replaced by its byte; what is no UTF-8 then is repaired, a stray `%` stays.
    package static func decoded(_ text: some StringProtocol) -> String {
        guard text.utf8.contains(UInt8(ascii: "%")) else { return String(text) }
        return String(decoding: PercentCoding.decoded(Array(text.utf8)[...]), as: UTF8.self)
    }
}
