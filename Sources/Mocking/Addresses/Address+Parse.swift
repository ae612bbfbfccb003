extension Address {
    /// Whether a path that begins with these bytes names an address: `/~…` or `/@…`, perhaps percent-encoded.
    static func begins(_ bytes: [UInt8], at start: Int, before end: Int) -> Bool {
        guard start + 1 < end, bytes[start] == UInt8(ascii: "/") else { return false }
        switch bytes[start + 1] {
        case UInt8(ascii: "~"), UInt8(ascii: "@"): return true
        case UInt8(ascii: "%"):
            guard start + 3 < end else { return false }
            return [[0x37, 0x45], [0x37, 0x65], [0x34, 0x30]].contains(Array(bytes[(start + 2)...(start + 3)]))
        case _: return false
        }
    }

    /// Takes the first segment of a path apart; the segment begins as `begins(_:at:before:)` says.
    ///
    /// - Throws: When the token is malformed.
    init(segment: ArraySlice<UInt8>) throws(AddressError) {
        var segment = segment
        if segment.first == UInt8(ascii: "%") {
            segment = PercentCoding.decoded(segment.prefix(3))[...] + segment.dropFirst(3)
        }
        let at = segment.lastIndex(of: UInt8(ascii: "@")) ?? segment.endIndex
        if at < segment.endIndex {
            let text = Self.text(segment[(at + 1)...])
            guard Self.isLegal(token: text) else { throw .malformedToken(text) }
            token = text
        }
        values = []
        guard segment.first == UInt8(ascii: "~") else { return }
        let parts = segment[..<at].dropFirst().split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        slug = parts.first.map(Self.text)
        values = parts.dropFirst().map(Self.text)
    }

    private static func text(_ bytes: ArraySlice<UInt8>) -> String {
        String(decoding: PercentCoding.decoded(bytes), as: UTF8.self)
    }
}
