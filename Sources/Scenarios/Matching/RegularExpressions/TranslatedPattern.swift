/// A pattern in PCRE2's dialect, where its parts come from, and what of it makes a single step of the library long.
struct TranslatedPattern {
    private(set) var text = ""
    /// Whether it has a lookaround, an atomic group or a possessive quantifier, which may pass over much in one step.
    var scansAhead = false
    /// Whether it has a backreference, which compares as much as its group has.
    var refersBack = false
    /// The largest number of repetitions that may be tried in one step: that many of a character must be there, or so many
    /// copies of a group may end at once.
    private(set) var longestCount = 0
    /// Where the parts begin, in bytes of `text` and in scalars of the source.
    private var parts: [(place: Int, source: Int)] = []

    mutating func append(_ part: String, from source: Int) {
        parts.append((text.utf8.count, source))
        text += part
    }

    /// Notes what is repeated, and how often, before the quantifier is appended.
    mutating func noteRepetition(_ quantifier: String) {
        let counts = quantifier.split { !$0.isNumber }.compactMap { Int($0) }
        let count = text.hasSuffix(")") ? counts.max() : counts.first
        longestCount = max(longestCount, count ?? 0)
    }

    /// The place in the source, in scalars, of what ends at a place in `text`.
    func source(of place: Int) -> Int? {
        parts.last { $0.place < place }?.source ?? parts.first?.source
    }
}
