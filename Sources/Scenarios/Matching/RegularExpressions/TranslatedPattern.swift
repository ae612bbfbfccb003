/// A pattern in PCRE2's dialect, the sources of its parts, and the parts that make a single step of the library long.
struct TranslatedPattern {
    private(set) var text = ""
    /// Whether it has a lookaround, an atomic group or a possessive quantifier, which may scan much in one step.
    var scansAhead = false
    /// Whether it has a backreference, which compares the length of its group.
    var refersBack = false
    /// The largest number of repetitions that one step may try: of a character, or of a group whose copies
    /// may end at once.
    private(set) var longestCount = 0
    /// The beginnings of the parts, in bytes of `text` and in scalars of the source.
    private var parts: [(place: Int, source: Int)] = []

    mutating func append(_ part: String, from source: Int) {
        parts.append((text.utf8.count, source))
        text += part
    }

    /// Records what is repeated, and how often, before the quantifier is appended.
    mutating func noteRepetition(_ quantifier: String) {
        let counts = quantifier.split { !$0.isNumber }.compactMap { Int($0) }
        let count = text.hasSuffix(")") ? counts.max() : counts.first
        longestCount = max(longestCount, count ?? 0)
    }

    /// The place in the source, in scalars, of the part that ends at a place in `text`.
    func source(of place: Int) -> Int? {
        parts.last { $0.place < place }?.source ?? parts.first?.source
    }
}
