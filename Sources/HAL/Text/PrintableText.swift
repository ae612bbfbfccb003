extension Unicode.Scalar {
    /// Whether the scalar is safe to print: it neither controls a terminal nor affects the order or lines of other
    /// text.
    ///
    /// See Unicode TR 9 §2 and TR 36 §3.1. Joiners, of which emoji are made, are printable.
    package var isPrintable: Bool {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: false
        case .format: value == 0x200C || value == 0x200D
        default: true
        }
    }
}

extension StringProtocol {
    /// The text with unprintable characters replaced by U+FFFD; tabs stay.
    package var printable: String {
        guard !utf8.allSatisfy({ (0x20..<0x7F).contains($0) || $0 == 0x09 }) else { return String(self) }
        let scalars = unicodeScalars.map { $0.isPrintable || $0 == "\t" ? $0 : "\u{FFFD}" }
        return String(String.UnicodeScalarView(scalars))
    }
}
