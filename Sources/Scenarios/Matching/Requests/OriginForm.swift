/// Path and query of a request target (RFC 9112 §3.2).
@usableFromInline
package enum OriginForm {
    /// The range of an absolute target after scheme and authority; the whole range of any other target.
    @inlinable
    package static func range(of target: Range<Int>, in bytes: [UInt8]) -> Range<Int> {
        guard let first = target.first, bytes[first] != UInt8(ascii: "/") else { return target }
        guard let colon = bytes[target].firstIndex(of: UInt8(ascii: ":")), target.upperBound - colon > 2,
            bytes[colon + 1] == UInt8(ascii: "/"), bytes[colon + 2] == UInt8(ascii: "/")
        else { return target }
        let authority = bytes[(colon + 3)..<target.upperBound]
        let end = authority.firstIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") } ?? target.upperBound
        return end..<target.upperBound
    }
}
