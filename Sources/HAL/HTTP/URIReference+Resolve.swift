extension URIReference {
    /// The target of this reference relative to `base`, RFC 3986 §5.2 (strict).
    public func resolved(against base: URIReference) -> URIReference {
        guard scheme == nil else { return with(scheme, authority, Self.removingDotSegments(path), query) }
        guard authority == nil else { return with(base.scheme, authority, Self.removingDotSegments(path), query) }
        guard !path.isEmpty else { return with(base.scheme, base.authority, base.path, query ?? base.query) }
        let merged = path.hasPrefix("/") ? path : base.merged(with: path)
        return with(base.scheme, base.authority, Self.removingDotSegments(merged), query)
    }

    private func with(_ scheme: String?, _ authority: String?, _ path: String, _ query: String?) -> URIReference {
        URIReference(scheme: scheme, authority: authority, path: path, query: query, fragment: fragment)
    }

    /// Merges the paths, RFC 3986 §5.2.3.
    private func merged(with relative: String) -> String {
        guard authority == nil || !path.isEmpty else { return "/" + relative }
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return relative }
        return path[...slash] + relative
    }

    /// Removes dot segments in one pass, RFC 3986 §5.2.4.
    static func removingDotSegments(_ path: String) -> String {
        let bytes = Array(path.utf8)
        let segments = bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        guard segments.contains(where: { isDot($0) || isDoubleDot($0) }) else { return path }
        let isRooted = bytes.first == UInt8(ascii: "/")
        var kept: [ArraySlice<UInt8>] = []
        for (index, segment) in segments.dropFirst(isRooted ? 1 : 0).enumerated() {
            let isLast = index == segments.count - (isRooted ? 2 : 1)
            if isDoubleDot(segment) { _ = kept.popLast() }
            if !isDot(segment), !isDoubleDot(segment) {
                kept.append(segment)
            } else if isLast {
                kept.append([])
            }
        }
        return (isRooted ? "/" : "")
            + String(decoding: Array(kept.joined(separator: [UInt8(ascii: "/")])), as: UTF8.self)
    }

    private static func isDot(_ segment: ArraySlice<UInt8>) -> Bool {
        segment.elementsEqual([UInt8(ascii: ".")])
    }

    private static func isDoubleDot(_ segment: ArraySlice<UInt8>) -> Bool {
        segment.elementsEqual([UInt8(ascii: "."), UInt8(ascii: ".")])
    }
}
