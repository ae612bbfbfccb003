/// The names of scenarios in addresses: each file's stem where no other file has it, else with its folder before it.
struct Slugs {
    private var slugs: [String: String] = [:]

    init(_ paths: [String]) {
        let named = paths.compactMap { path in FileName(path).slug.map { (path: path, slug: $0) } }
        for (slug, group) in Dictionary(grouping: named, by: \.slug) {
            let paths = group.map(\.path)
            let names = paths.count == 1 ? [slug] : Self.apart(paths, slug)
            for (path, name) in zip(paths, names) { slugs[path] = name }
        }
    }

    /// Nil when the file's name has no character that an address allows.
    subscript(path: String) -> String? { slugs[path] }

    /// As few folders as make the names differ; where none do, all there are.
    private static func apart(_ paths: [String], _ slug: String) -> [String] {
        let folders = paths.map { FileName($0).folderSlugs }
        var names = paths.map { _ in slug }
        for depth in 0..<(folders.map(\.count).max() ?? 0) where Set(names).count < names.count {
            names = folders.map { ($0.suffix(depth + 1) + [slug]).joined(separator: "-") }
        }
        return names
    }
}
