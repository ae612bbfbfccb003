import Matching

/// The addresses that the interactions and resources of a scenario match, with a lookup table of plain paths.
package struct ServedAddresses {
    private var paths: Set<String> = []
    private var others: [URLPattern] = []
    private let all: [URLPattern]
    private let collections: [String]

    package init(_ interactions: [Interaction], resources: [LiveResource] = []) {
        collections = resources.map(\.path)
        all = interactions.map(\.request.url)
        for pattern in all {
            if case .urlPath(let path) = pattern { paths.insert(path) } else { others.append(pattern) }
        }
    }

    /// Whether an interaction may match a target, or an expansion of a template, whatever the method.
    package func mayInclude(_ target: String, isTemplate: Bool) -> Bool {
        let path = String(URLPattern.path(of: target))
        if mayBeLive(path, isTemplate: isTemplate) { return true }
        let lenient = LenientTarget(target, isTemplate: isTemplate)
        if isTemplate { return all.contains(where: lenient.mayMatch) }
        return paths.contains(path) || others.contains(where: lenient.mayMatch)
    }

    /// Whether a path, or an expansion of a template, may be that of a live resource or of an item.
    private func mayBeLive(_ path: String, isTemplate: Bool) -> Bool {
        let start = isTemplate ? path.prefix { $0 != "{" } : path[...]
        return collections.contains { collection in
            start == collection || start.hasPrefix(collection + "/")
                || start.count < path.count && collection.hasPrefix(start)
        }
    }

    /// The path and query of an address at one of the origins; nil for addresses elsewhere and for relative ones.
    package static func target(of address: String, at origins: [String]) -> String? {
        var target = address[...]
        if let rest = rest(of: address, after: origins) {
            target = rest
        } else if !address.hasPrefix("/") || address.hasPrefix("//") {
            return nil
        }
        target = withoutFragment(target)
        return target.hasPrefix("/") ? String(target) : "/" + target
    }

    /// The target without its fragment; the `#` of a template's `{#name}` does not begin one.
    private static func withoutFragment(_ target: Substring) -> Substring {
        var before: UInt8 = 0
        for (offset, byte) in target.utf8.enumerated() {
            if byte == UInt8(ascii: "#"), before != UInt8(ascii: "{") {
                return target[..<target.utf8.index(target.startIndex, offsetBy: offset)]
            }
            before = byte
        }
        return target
    }

    /// The rest of a URI after one of the origins; nil if it has none of them.
    private static func rest(of address: String, after origins: [String]) -> Substring? {
        origins.filter { address.hasPrefix($0) }.map { address.dropFirst($0.count) }
            .first { $0.first.map { "/?#".contains($0) } ?? true }
    }
}
