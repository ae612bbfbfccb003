internal import HAL

/// A source line and the line of carets under it, cut to a width that a terminal shows.
package struct SourceExcerpt: Sendable, Hashable {
    /// Columns for the signs of what is cut.
    package static let signs = 2
    /// Columns where the width of the terminal is not known.
    package static let width = 160

    let text: String
    let carets: String

    /// The column counts scalars from 1; past the end of the line it means the end.
    ///
    /// Of a longer line `width` columns are shown, and ``signs`` more.
    init(line: String, column: Int, length: Int, width: Int = SourceExcerpt.width) {
        let width = max(width, 20)
        let scalars = line.unicodeScalars.map(Self.printable)
        let start = min(max(column - 1, 0), scalars.count)
        let first = start > width * 3 / 4 ? start - width / 2 : 0
        let last = min(first + width, scalars.count)
        let count = max(1, min(length, last - start))
        let indent = scalars[first..<start].map { $0 == "\t" ? "\t" : " " }.joined()
        let isCutBefore = first > 0
        text =
            (isCutBefore ? "…" : "") + String(String.UnicodeScalarView(scalars[first..<last]))
            + (last < scalars.count ? "…" : "")
        carets = (isCutBefore ? " " : "") + indent + String(repeating: "^", count: count)
    }

    /// A file cannot control the terminal that shows its errors.
    private static func printable(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        scalar.isPrintable || scalar == "\t" ? scalar : "\u{FFFD}"
    }
}
