/// The beginning of a text that may be long.
enum Excerpt {
    static let limit = 2000

    /// The text, or its first bytes and how many there are.
    static func of(_ text: String, limit: Int = Excerpt.limit) -> String {
        let bytes = text.utf8
        guard bytes.count > limit else { return text }
        return String(decoding: bytes.prefix(limit), as: UTF8.self) + "… (\(bytes.count) bytes)"
    }
}
