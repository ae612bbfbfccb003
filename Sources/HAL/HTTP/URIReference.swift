import URITemplates

/// A URI or a relative reference, split into its five components, [RFC 3986](https://www.rfc-editor.org/rfc/rfc3986).
///
/// Every text can be parsed: characters that a URI cannot contain are percent-encoded, a bare `%` stays.
public struct URIReference: Sendable, Hashable {
    /// `http`, as written; nil in a relative reference.
    public var scheme: String?
    /// `user@host:port`; nil if there is no `//`.
    public var authority: String?
    /// The path, which may be empty.
    public var path: String
    /// The text after `?`; nil without `?`, which differs from an empty query.
    public var query: String?
    /// The text after `#`; nil without `#`, which differs from an empty fragment.
    public var fragment: String?

    /// Splits a text as RFC 3986, appendix B, does.
    public init(_ text: String) {
        var rest = Self.encode(text)[...]
        fragment = Self.cut(&rest, from: UInt8(ascii: "#"))
        query = Self.cut(&rest, from: UInt8(ascii: "?"))
        scheme = Self.takeScheme(&rest)
        authority = Self.takeAuthority(&rest)
        path = String(decoding: rest, as: UTF8.self)
    }

    /// The authority without the port; nil without an authority.
    package var host: String? {
        guard let authority else { return nil }
        let colon = authority.lastIndex(of: ":").flatMap { authority[$0...].contains("]") ? nil : $0 }
        return String(authority[..<(colon ?? authority.endIndex)])
    }

    init(scheme: String?, authority: String?, path: String, query: String?, fragment: String?) {
        self.scheme = scheme
        self.authority = authority
        self.path = path
        self.query = query
        self.fragment = fragment
    }

    /// Whether there is a scheme.
    public var isAbsolute: Bool { scheme != nil }

    /// The reference with `query` added, after `&` if it has a query; an empty `query` changes nothing.
    public func appending(query added: String) -> URIReference {
        guard !added.isEmpty else { return self }
        var reference = self
        let encoded = String(decoding: Self.encode(added.replacing("#", with: "%23")), as: UTF8.self)
        reference.query = query.map { "\($0)&\(encoded)" } ?? encoded
        return reference
    }
}

extension URIReference: CustomStringConvertible {
    /// The components put together again, RFC 3986 §5.3.
    public var description: String {
        var text = scheme.map { "\($0):" } ?? ""
        if let authority { text += "//\(authority)" }
        // Otherwise the first segment would be read as an authority.
        if authority == nil, path.hasPrefix("//") { text += "/." }
        text += path
        if let query { text += "?\(query)" }
        if let fragment { text += "#\(fragment)" }
        return text
    }
}

extension URIReference {
    /// Removes and returns the text after the first `delimiter`; the delimiter is removed too.
    private static func cut(_ rest: inout ArraySlice<UInt8>, from delimiter: UInt8) -> String? {
        guard let index = rest.firstIndex(of: delimiter) else { return nil }
        defer { rest = rest[..<index] }
        return String(decoding: rest[(index + 1)...], as: UTF8.self)
    }

    /// RFC 3986 §3.1: a letter, then letters, digits, `+`, `-` and `.`.
    private static func takeScheme(_ rest: inout ArraySlice<UInt8>) -> String? {
        guard let colon = rest.firstIndex(of: UInt8(ascii: ":")), let first = rest.first, isLetter(first),
            rest[..<colon].allSatisfy({ isLetter($0) || (0x30...0x39).contains($0) || "+-.".utf8.contains($0) })
        else { return nil }
        defer { rest = rest[(colon + 1)...] }
        return String(decoding: rest[..<colon], as: UTF8.self)
    }

    private static func takeAuthority(_ rest: inout ArraySlice<UInt8>) -> String? {
        let slash = UInt8(ascii: "/")
        guard rest.starts(with: [slash, slash]) else { return nil }
        let end = rest.dropFirst(2).firstIndex(of: slash) ?? rest.endIndex
        defer { rest = rest[end...] }
        return String(decoding: rest.dropFirst(2)[..<end], as: UTF8.self)
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (0x61...0x7A).contains(byte | 0x20)
    }

    /// Percent-encodes characters that a URI cannot contain.
    private static func encode(_ text: String) -> [UInt8] {
        guard !text.utf8.areAll(isAllowed) else { return Array(text.utf8) }
        var encoded: [UInt8] = []
        encoded.reserveCapacity(text.utf8.count)
        for byte in text.utf8 {
            if isAllowed(byte) {
                encoded.append(byte)
            } else {
                PercentEncoding.append(byte, to: &encoded)
            }
        }
        return encoded
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\\"), UInt8(ascii: "^"),
            UInt8(ascii: "`"), UInt8(ascii: "{"), UInt8(ascii: "|"), UInt8(ascii: "}"):
            false
        case 0x21...0x7E: true
        default: false
        }
    }
}

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
