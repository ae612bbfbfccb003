/// The parts of a scenario file's path.
struct FileName {
    let folder: String
    let stem: String
    let fileExtension: String

    init(_ path: String) {
        let name = path.split(separator: "/").last.map(String.init) ?? path
        let parent = path.dropLast(name.count)
        folder = parent.isEmpty ? "." : parent == "/" ? "/" : String(parent.dropLast())
        let dot = name.lastIndex(of: ".") ?? name.endIndex
        stem = String(name[..<dot])
        fileExtension = String(name[dot...].dropFirst())
    }

    var isJSON: Bool {
        fileExtension.lowercased() == "json"
    }

    /// The stem as the name of a scenario; nil when no character of it is allowed there.
    var slug: String? { Self.slug(of: stem) }

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
