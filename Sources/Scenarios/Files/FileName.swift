/// The parts of a scenario file's path.
package struct FileName {
    package let folder: String
    package let stem: String
    /// The text after the last dot, in lower case; empty without a dot.
    let ending: String

    package init(_ path: String) {
        let name = path.split(separator: "/").last.map(String.init) ?? path
        let parent = path.dropLast(name.count)
        folder = parent.isEmpty ? "." : parent == "/" ? "/" : String(parent.dropLast())
        let dot = name.lastIndex(of: ".") ?? name.endIndex
        stem = String(name[..<dot])
        ending = name[dot...].dropFirst().lowercased()
    }

    /// The stem as the name of a scenario; nil when no character of it is allowed there.
    package var slug: String? { Self.slug(of: stem) }

    /// The names of the folders in the path, as names of scenarios are written.
    var folderSlugs: [String] {
        folder.split(separator: "/").filter { $0 != "." && $0 != ".." }.compactMap { Self.slug(of: String($0)) }
    }

    /// The text in lower case, with a hyphen in place of each run of characters that an address does not allow.
    private static func slug(of text: String) -> String? {
        if !text.isEmpty, text.utf8.allSatisfy(isAllowed) { return text }
        let replaced = text.lowercased().utf8.map { isAllowed($0) ? Character(Unicode.Scalar($0)) : " " }
        let words = String(replaced).split(separator: " ")
        return words.isEmpty ? nil : words.joined(separator: "-")
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"): true
        default: false
        }
    }
}

/// The media types of files by their extensions.
package enum FileMediaType {
    private static let types = [
        "json": "application/json", "html": "text/html", "htm": "text/html", "txt": "text/plain", "css": "text/css",
        "js": "text/javascript", "xml": "application/xml", "png": "image/png", "jpg": "image/jpeg",
        "jpeg": "image/jpeg", "gif": "image/gif", "svg": "image/svg+xml", "pdf": "application/pdf",
        "yaml": "application/yaml", "yml": "application/yaml", "csv": "text/csv", "zip": "application/zip",
        "gz": "application/gzip", "woff2": "font/woff2", "ico": "image/x-icon",
    ]

    /// The type of a file with this name; nil when its extension is not known.
    package static func essence(of name: String) -> String? {
        types[FileName(name).ending]
    }
}

/// The names of scenarios in addresses: the stem of each file, with its folder before it if another file has the stem too.
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

    /// The name; nil if no character of the file name is allowed in an address.
    subscript(path: String) -> String? { slugs[path] }

    /// The names with the fewest folders that make them differ; with all folders if they never do.
    private static func apart(_ paths: [String], _ slug: String) -> [String] {
        let folders = paths.map { FileName($0).folderSlugs }
        var names = paths.map { _ in slug }
        for depth in 0..<(folders.map(\.count).max() ?? 0) where Set(names).count < names.count {
            names = folders.map { ($0.suffix(depth + 1) + [slug]).joined(separator: "-") }
        }
        return names
    }
}
