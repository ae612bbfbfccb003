import HAL
import HTTPTypes

/// Finds the targets in responses that are to be served under the live address.
struct LinkFinder {
    /// The scenario's origin without a slash at the end; nil: only path-absolute targets count.
    private let origin: [UInt8]?

    init(origin: String?) {
        var bytes = origin.map { Array($0.utf8) }
        while bytes?.last == UInt8(ascii: "/") { bytes?.removeLast() }
        self.origin = bytes?.isEmpty == true ? nil : bytes
    }

    /// `href` of each link and `location` of each entry of an array `_embedded`; nothing when the bytes are no JSON.
    func sites(inJSON bytes: [UInt8]) -> [LinkSite] {
        var walk = HALTargets(bytes)
        return (walk.ranges() ?? []).compactMap { site(at: $0.range, in: bytes, isEscaped: $0.isEscaped) }
    }

    /// The targets of `Location`, `Content-Location` and `Link`; nothing in other fields.
    func sites(inField name: HTTPField.Name, _ value: [UInt8]) -> [LinkSite] {
        let ranges: [Range<Int>] =
            switch name {
            case .location, .contentLocation: [value.indices]
            case HTTPField.Name("Link"): LinkField.targets(value)
            case _: []
            }
        return ranges.compactMap { site(at: $0, in: value, isEscaped: false) }
    }

    private func site(at range: Range<Int>, in bytes: [UInt8], isEscaped: Bool) -> LinkSite? {
        var text = TargetText(bytes: bytes, range: range, isEscaped: isEscaped)
        if let origin {
            for byte in origin {
                guard text.next() == byte else { return pathAbsoluteSite(at: range, in: bytes, isEscaped: isEscaped) }
            }
            let end = text.position
            guard let next = text.next() else {
                return LinkSite(offset: range.lowerBound, replaced: end - range.lowerBound)
            }
            guard [UInt8]("/?#{".utf8).contains(next) else { return nil }
            return LinkSite(offset: range.lowerBound, replaced: end - range.lowerBound)
        }
        return pathAbsoluteSite(at: range, in: bytes, isEscaped: isEscaped)
    }

    private func pathAbsoluteSite(at range: Range<Int>, in bytes: [UInt8], isEscaped: Bool) -> LinkSite? {
        var text = TargetText(bytes: bytes, range: range, isEscaped: isEscaped)
        guard text.next() == UInt8(ascii: "/"), text.next() != UInt8(ascii: "/") else { return nil }
        return LinkSite(offset: range.lowerBound, replaced: 0)
    }
}
