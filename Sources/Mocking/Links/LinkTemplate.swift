/// A place in a text where the base of a link belongs.
struct LinkRange: Hashable {
    /// Where the base goes.
    let offset: Int
    /// How many bytes it stands for: those of the origin; 0 before a path-absolute target.
    let replaced: Int
    /// Whether the target is one of the scenario's other origin.
    var isOther = false
}

/// Bytes, and the links in them.
struct LinkTemplate {
    let bytes: [UInt8]
    /// In ascending order, not overlapping.
    let links: [LinkRange]

    init(_ bytes: [UInt8], _ links: [LinkRange] = []) {
        self.bytes = bytes
        self.links = links
    }

    /// The bytes with each link under the base; every other byte as it was.
    func spliced(_ base: LinkBase?) -> [UInt8] {
        guard let base, !links.isEmpty else { return bytes }
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count + links.count * base.absolute.count)
        var position = 0
        for link in links {
            guard link.replaced > 0 || base.hasPrefix, let start = link.isOther ? base.other : base.absolute else {
                continue
            }
            result += bytes[position..<link.offset]
            result += start
            position = link.offset + link.replaced
        }
        return result + bytes[position...]
    }
}
