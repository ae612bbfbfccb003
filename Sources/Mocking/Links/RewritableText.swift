/// A place in a text where the base of a link belongs.
struct LinkSite: Hashable {
    /// Where the base goes.
    let offset: Int
    /// How many bytes it stands for: those of the origin; 0 before a path-absolute target.
    let replaced: Int
    /// Whether the target is one of the scenario's other origin.
    var isOther = false
}

/// Bytes, and the links in them.
struct RewritableText {
    let bytes: [UInt8]
    /// In ascending order, not overlapping.
    let sites: [LinkSite]

    init(_ bytes: [UInt8], _ sites: [LinkSite] = []) {
        self.bytes = bytes
        self.sites = sites
    }

    /// The bytes with each link under the base; every other byte as it was.
    func spliced(_ base: LinkBase?) -> [UInt8] {
        guard let base, !sites.isEmpty else { return bytes }
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count + sites.count * base.absolute.count)
        var position = 0
        for site in sites {
            guard site.replaced > 0 || base.hasPrefix, let start = site.isOther ? base.other : base.absolute else {
                continue
            }
            result += bytes[position..<site.offset]
            result += start
            position = site.offset + site.replaced
        }
        return result + bytes[position...]
    }
}
