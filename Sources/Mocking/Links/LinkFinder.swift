import HAL
import HTTPTypes

/// Finds the targets in responses that are to be served under the live address.
struct LinkFinder {
    private let origins: LinkOrigins

    init(_ origins: LinkOrigins) {
        self.origins = origins
    }

    /// `href` of each link and `location` of each entry of an array `_embedded`; nothing when the bytes are no JSON.
    func links(inJSON bytes: [UInt8]) -> [LinkRange] {
        var walk = HALTargets(bytes)
        return (walk.ranges() ?? []).compactMap { link(at: $0.range, in: bytes, isEscaped: $0.isEscaped) }
    }

    /// The targets of `Location`, `Content-Location` and `Link`; nothing in other fields.
    func links(inField name: HTTPField.Name, _ value: [UInt8]) -> [LinkRange] {
        let ranges: [Range<Int>] =
            switch name {
            case .location, .contentLocation: [value.indices]
            case HTTPField.Name("Link"): LinkField.targets(value)
            case _: []
            }
        return ranges.compactMap { link(at: $0, in: value, isEscaped: false) }
    }

    private func link(at range: Range<Int>, in bytes: [UInt8], isEscaped: Bool) -> LinkRange? {
        let text = EscapedTarget(bytes: bytes, range: range, isEscaped: isEscaped)
        if let length = Self.length(of: origins.own, at: text) {
            return LinkRange(offset: range.lowerBound, replaced: length)
        }
        if let length = Self.length(of: origins.other, at: text) {
            return LinkRange(offset: range.lowerBound, replaced: length, isOther: true)
        }
        return pathAbsoluteLink(at: range, in: bytes, isEscaped: isEscaped)
    }

    /// How many bytes the origin takes at the target's beginning; nil when the target is none of that origin's.
    private static func length(of origin: [UInt8]?, at text: EscapedTarget) -> Int? {
        guard let origin else { return nil }
        var text = text
        for byte in origin {
            guard text.next() == byte else { return nil }
        }
        let end = text.position
        guard let next = text.next() else { return end - text.range.lowerBound }
        return [UInt8]("/?#{".utf8).contains(next) ? end - text.range.lowerBound : nil
    }

    private func pathAbsoluteLink(at range: Range<Int>, in bytes: [UInt8], isEscaped: Bool) -> LinkRange? {
        var text = EscapedTarget(bytes: bytes, range: range, isEscaped: isEscaped)
        guard text.next() == UInt8(ascii: "/"), text.next() != UInt8(ascii: "/") else { return nil }
        return LinkRange(offset: range.lowerBound, replaced: 0)
    }
}
