/// The part of a request's target that patterns match: path and query, below the mount.
package struct RequestTarget {
    /// The bytes of the ranges: the request's head, or a normalized copy.
    package let bytes: [UInt8]
    @usableFromInline package let path: Range<Int>
    /// Path, `?` and query.
    @usableFromInline package let whole: Range<Int>
    package let pathHash: ByteHash
    package let wholeHash: ByteHash
    /// The range of path and query in the request's head, as received.
    package private(set) var sent: Range<Int>
    /// Whether `bytes` are a copy, not the request's head.
    package private(set) var isCopy = false

    /// The query without `?`; empty if there is none.
    @inlinable package var query: Range<Int> { min(path.upperBound + 1, whole.upperBound)..<whole.upperBound }

    /// Finds path and query; copies only a target that is not in normal form, or whose path is empty, which means `/`.
    package init(_ bytes: [UInt8], _ range: Range<Int>) {
        guard !range.isEmpty, bytes[range.lowerBound] != UInt8(ascii: "?") else {
            let rooted = [UInt8(ascii: "/")] + PercentCoding.normalized(bytes[range])
            self = RequestTarget.scan(rooted, rooted.indices).target
            sent = range
            isCopy = true
            return
        }
        let scan = RequestTarget.scan(bytes, range)
        guard !scan.isPlain else {
            self = scan.target
            return
        }
        let normalized = PercentCoding.normalized(bytes[range])
        self = RequestTarget.scan(normalized, normalized.indices).target
        sent = range
        isCopy = true
    }

    private init(bytes: [UInt8], path: Range<Int>, whole: Range<Int>, pathHash: ByteHash, wholeHash: ByteHash) {
        self.bytes = bytes
        self.path = path
        self.whole = whole
        self.pathHash = pathHash
        self.wholeHash = wholeHash
        self.sent = whole
    }

    /// Hashes, finds the query and finds bytes that are not in normal form, in one pass.
    private static func scan(_ bytes: [UInt8], _ range: Range<Int>) -> (target: RequestTarget, isPlain: Bool) {
        let span = bytes.span.extracting(range)
        var hash = ByteHash()
        var isPlain = true
        var index = 0
        while index < span.count {
            let byte = span[index]
            if byte == UInt8(ascii: "?") { break }
            isPlain = isPlain && byte.isPlainInTarget
            hash.add(byte)
            index += 1
        }
        let path = range.lowerBound..<(range.lowerBound + index)
        let pathHash = hash
        while index < span.count {
            let byte = span[index]
            isPlain = isPlain && byte.isPlainInTarget
            hash.add(byte)
            index += 1
        }
        let target = RequestTarget(bytes: bytes, path: path, whole: range, pathHash: pathHash, wholeHash: hash)
        return (target, isPlain)
    }
}

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
