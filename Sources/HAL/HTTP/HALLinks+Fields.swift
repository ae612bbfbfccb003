extension HALLinks {
    /// Reads the values of `Link` fields, RFC 8288 §3, with absolute targets; malformed links are left out.
    ///
    /// A link with several relations has an entry for each. Links with another context than `base`, by their parameter
    /// `anchor`, are left out.
    public init(fields: [String], base: URIReference) {
        self.init()
        var links: [(relation: LinkRelation, link: HALLink)] = []
        for field in fields {
            var reader = LinkFieldReader(field)
            while let element = reader.next() {
                let anchor = element["anchor"].map { URIReference($0).resolved(against: base) } ?? base
                guard anchor == base, let relations = element["rel"] else { continue }
                let link = HALLink(element, base: base)
                links += relations.split(separator: " ").map { (LinkRelation(Self.normalized($0)), link) }
            }
        }
        append(links)
    }

    /// Registered relations are compared without regard to case, RFC 8288 §2.1.1; URIs keep theirs.
    private static func normalized(_ relation: Substring) -> String {
        relation.contains(":") ? String(relation) : relation.lowercased()
    }
}

extension HALLink {
    fileprivate init(_ link: LinkFieldReader.Element, base: URIReference) {
        self.init(
            URIReference(link.target).resolved(against: base).description,
            type: link["type"],
            deprecation: link["deprecation"],
            name: link["name"],
            profile: link["profile"],
            title: link["title"],
            hreflang: link["hreflang"]
        )
    }
}

/// Reads the links of one field value.
private struct LinkFieldReader {
    struct Element {
        let target: String
        var parameters: [(name: String, value: String)] = []

        /// The first parameter of that name, or nil.
        subscript(name: String) -> String? {
            parameters.first { $0.name == name }?.value
        }
    }

    private let bytes: [UInt8]
    private var position = 0

    init(_ field: String) {
        bytes = Array(field.utf8)
    }

    /// The next well-formed link, or nil at the end.
    mutating func next() -> Element? {
        while position < bytes.count {
            skip { $0 == UInt8(ascii: ",") || $0.isBlank }
            guard peek == UInt8(ascii: "<") else {
                skip { $0 != UInt8(ascii: ",") }
                continue
            }
            position += 1
            var link = Element(target: take { $0 != UInt8(ascii: ">") })
            guard peek != nil else { return nil }
            position += 1
            while let parameter = parameter() { link.parameters.append(parameter) }
            return link
        }
        return nil
    }

    /// The next parameter of a link, or nil at its end; an empty one has an empty name.
    private mutating func parameter() -> (name: String, value: String)? {
        skip(while: \.isBlank)
        guard peek == UInt8(ascii: ";") else { return nil }
        position += 1
        skip(while: \.isBlank)
        let name = take(while: \.isTokenByte).lowercased()
        skip(while: \.isBlank)
        guard peek == UInt8(ascii: "=") else { return (name, "") }
        position += 1
        skip(while: \.isBlank)
        let isQuoted = peek == UInt8(ascii: "\"")
        return (name, isQuoted ? quotedString() : take { !";, \t".utf8.contains($0) })
    }

    private mutating func quotedString() -> String {
        position += 1
        var value: [UInt8] = []
        while position < bytes.count, bytes[position] != UInt8(ascii: "\"") {
            if bytes[position] == UInt8(ascii: "\\"), position + 1 < bytes.count { position += 1 }
            value.append(bytes[position])
            position += 1
        }
        position += 1
        return String(decoding: value, as: UTF8.self)
    }

    private var peek: UInt8? {
        position < bytes.count ? bytes[position] : nil
    }

    private mutating func skip(while condition: (UInt8) -> Bool) {
        while let byte = peek, condition(byte) { position += 1 }
    }

    private mutating func take(while condition: (UInt8) -> Bool) -> String {
        let start = position
        skip(while: condition)
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }
}
