import URITemplates

/// A prefix for relations and a template for the URIs of their documentation, draft-kelly-json-hal-11 §8.2.
///
/// It never changes a link's target.
public struct CURIE: Sendable, Hashable {
    /// The maximum length of a template in a resource, in bytes.
    private static let maximumLength = 2048

    /// The prefix: `ea` in `ea:order`.
    public let name: String
    /// The template of the documentation's URI, with the variable `rel`.
    public let template: String

    /// Makes a CURIE.
    public init(name: String, template: String) {
        self.name = name
        self.template = template
    }

    /// Reads a link under `curies`; nil if it has no name, or if its template has more than 2,048 bytes.
    public init?(_ link: HALLink) {
        guard let name = link.name, !name.isEmpty, link.href.utf8.count <= Self.maximumLength else { return nil }
        self.init(name: name, template: link.href)
    }

    /// The URI of the documentation of a relation with this prefix; pass `order` for `ea:order`.
    public func expand(_ reference: some StringProtocol) -> String {
        let expanded = try? URITemplate(template).expand(["rel": String(reference)])
        return expanded ?? template.replacing("{rel}", with: String(reference))
    }

    /// Whether a URI begins like the template, as far as that has no expression and nothing to encode.
    func mayExpand(to uri: String) -> Bool {
        let literal = template.utf8.prefix { $0 != UInt8(ascii: "{") && Self.literals.contains($0) }
        return uri.utf8.starts(with: literal)
    }

    /// Bytes that expansion copies.
    private static let literals = Set(
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~:/?#@&=+,;".utf8
    )

    /// Whether the template has the variable `rel`.
    var namesRelation: Bool {
        (try? URITemplate(template))?.variableNames.contains("rel") == true
    }
}

/// The CURIEs in scope within a resource: its own, and those of the enclosing resources.
///
/// A class, so that a thousand embedded resources share their parent's.
final class CURIEScope: Sendable {
    let own: [CURIE]
    let parent: CURIEScope?
    /// Of several with the same prefix the first.
    private let byName: [String: CURIE]

    init(own: [CURIE], parent: CURIEScope?) {
        self.own = own
        self.parent = parent
        byName = Dictionary(own.map { ($0.name, $0) }) { first, _ in first }
    }

    /// The innermost definition of a prefix.
    func curie(named name: some StringProtocol) -> CURIE? {
        let name = String(name)
        var scope: CURIEScope? = self
        while let current = scope {
            if let curie = current.byName[name] { return curie }
            scope = current.parent
        }
        return nil
    }

    /// All CURIEs in scope, the innermost first.
    var all: [CURIE] {
        var all: [CURIE] = []
        var names: Set<String> = []
        var scope: CURIEScope? = self
        while let current = scope {
            all += current.own.filter { names.insert($0.name).inserted }
            scope = current.parent
        }
        return all
    }
}
