import HAL
import HTTPTypes

/// Replaces the origin of links by another address, as the engine does for the origin of a scenario: in HAL, and in the
/// fields `Location`, `Content-Location` and `Link`.
package struct OriginReplacement: Sendable {
    private let origin: String
    private let base: String
    private let root: String

    /// Replaces `origin` by `base`; both have a scheme and an authority, and `origin` ends with the path `root`.
    package init(of origin: String, root: String = "", by base: String) {
        self.root = root
        self.origin = origin
        self.base = base
    }

    /// Returns the value of a field with other targets.
    package func replaced(field name: String, _ value: String) -> String {
        guard let name = HTTPField.Name(name), value.contains(root.isEmpty ? origin : root) else { return value }
        let bytes = Array(value.utf8)
        let links = finder.links(inField: name, bytes)
        return links.isEmpty ? value : String(decoding: spliced(bytes, links), as: UTF8.self)
    }

    /// Returns a JSON document with other link targets; all other bytes remain, and those of invalid JSON.
    package func replaced(json bytes: [UInt8]) -> [UInt8] {
        spliced(bytes, finder.links(inJSON: bytes))
    }

    private var finder: LinkFinder { LinkFinder(LinkOrigins(origin, root: root)) }

    private func spliced(_ bytes: [UInt8], _ links: [LinkRange]) -> [UInt8] {
        LinkTemplate(bytes, links).spliced(LinkBase(publicURL: base, prefix: []))
    }
}
