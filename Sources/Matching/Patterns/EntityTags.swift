/// Entity tags in `ETag`, `If-Match` and `If-None-Match` (RFC 9110 §8.8.3).
package enum EntityTags {
    /// The tag that was meant: `"abc"`, `W/"abc"`.
    static func quoted(_ text: String) -> String {
        text.hasPrefix("W/") ? "W/\"\(text.dropFirst(2))\"" : "\"\(text)\""
    }

    /// Whether the text is a list of them: `[W/]"…"`, separated by commas.
    static func areValid(_ text: String) -> Bool { split(text).isComplete }

    /// The tags of a list up to the first invalid one.
    package static func all(in text: String) -> [String] { split(text).tags }

    /// Whether two tags are equal but for `W/` (RFC 9110 §8.8.3.2).
    package static func isWeaklyEqual(_ one: String, _ other: String) -> Bool {
        one.dropFirst(one.hasPrefix("W/") ? 2 : 0) == other.dropFirst(other.hasPrefix("W/") ? 2 : 0)
    }

    private static func split(_ text: String) -> (tags: [String], isComplete: Bool) {
        var tags: [String] = []
        var rest = text[...]
        while true {
            let start = rest.drop { $0 == " " || $0 == "\t" }
            rest = start.dropFirst(start.hasPrefix("W/") ? 2 : 0)
            guard rest.first == "\"", let end = rest.dropFirst().firstIndex(of: "\"") else { return (tags, false) }
            tags.append(String(start[...end]))
            rest = rest[rest.index(after: end)...].drop { $0 == " " || $0 == "\t" }
            guard let next = rest.first else { return (tags, true) }
            guard next == "," else { return (tags, false) }
            rest = rest.dropFirst()
        }
    }
}
