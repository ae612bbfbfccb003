/// Finds the word that an unknown one was probably meant to be.
package enum Spelling {
    /// `did you mean 'x'?` for the nearest candidate; nil if no candidate is similar.
    package static func suggestion(for word: String, among candidates: some Sequence<String>) -> String? {
        nearest(to: word, among: candidates).map(didYouMean)
    }

    /// The nearest candidate; nil if no candidate is similar.
    package static func nearest(to word: String, among candidates: some Sequence<String>) -> String? {
        guard word.utf8.count <= 64 else { return nil }
        let written = Array(word.lowercased().unicodeScalars)
        let limit = max(1, written.count / 3)
        var best: (distance: Int, candidate: String)?
        for candidate in candidates {
            let distance = distance(written, Array(candidate.lowercased().unicodeScalars))
            if distance <= limit, distance < best?.distance ?? .max { best = (distance, candidate) }
        }
        return best?.candidate
    }

    package static func didYouMean(_ word: String) -> String {
        "did you mean '\(word)'?"
    }

    /// The number of scalars to insert, delete, replace or swap with their neighbor.
    private static func distance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
        var beforePrevious: [Int] = []
        var previous = Array(0...right.count)
        for (row, scalar) in left.enumerated() {
            var current = [row + 1]
            for (column, other) in right.enumerated() {
                let replaced = previous[column] + (scalar == other ? 0 : 1)
                var cost = min(replaced, previous[column + 1] + 1, current[column] + 1)
                if row > 0, column > 0, scalar == right[column - 1], left[row - 1] == other {
                    cost = min(cost, beforePrevious[column - 1] + 1)
                }
                current.append(cost)
            }
            beforePrevious = previous
            previous = current
        }
        return previous[right.count]
    }
}
