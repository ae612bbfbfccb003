/// What links in responses begin with at one address and for one `Host`.
struct LinkBase: Hashable {
    /// Scheme, authority and the address' prefix, without a slash at the end; safe inside a JSON string and a field.
    let absolute: [UInt8]
    /// Whether the address has a prefix, so that path-absolute targets would leave it.
    let hasPrefix: Bool

    init(authority: [UInt8], prefix: [UInt8]) {
        absolute = Array("http://".utf8) + authority + prefix
        hasPrefix = !prefix.isEmpty
    }

    init(publicURL: String, prefix: [UInt8]) {
        var base = PercentCoding.normalized(Array(publicURL.utf8)[...])
        while base.last == UInt8(ascii: "/") { base.removeLast() }
        absolute = base + prefix
        let authority = base.firstRange(of: Array("://".utf8)).map { base[$0.upperBound...] } ?? base[...]
        hasPrefix = !prefix.isEmpty || authority.contains(UInt8(ascii: "/"))
    }

    /// Whether the value of a `Host` field may stand in a link.
    ///
    /// What else might come in it could end a JSON string or a line.
    static func isLegal(authority: ArraySlice<UInt8>) -> Bool {
        !authority.isEmpty && authority.count <= 300
            && authority.allSatisfy {
                $0.isUnreserved || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: "]")
            }
    }
}
