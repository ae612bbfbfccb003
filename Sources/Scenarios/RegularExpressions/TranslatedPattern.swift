/// A pattern in PCRE2's dialect, and where its parts come from.
struct TranslatedPattern {
    private(set) var text = ""
    /// Whether a part scans ahead within a single step: a possessive quantifier or an atomic group.
    var scansAhead = false
    /// Where the parts begin, in bytes of `text` and in scalars of the source.
    private var parts: [(place: Int, source: Int)] = []

    mutating func append(_ part: String, from source: Int) {
        parts.append((text.utf8.count, source))
        text += part
    }

    /// The place in the source, in scalars, of what ends at a place in `text`.
    func source(of place: Int) -> Int? {
        parts.last { $0.place < place }?.source ?? parts.first?.source
    }
}
