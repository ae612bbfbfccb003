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

    /// Whether the stem can be the name of a scenario.
    var isSlug: Bool {
        !stem.isEmpty && stem.utf8.allSatisfy(Self.isAllowed)
    }

    /// The stem with everything that is not allowed replaced.
    var suggestedSlug: String {
        let replaced = stem.lowercased().utf8.map { Self.isAllowed($0) ? Character(Unicode.Scalar($0)) : " " }
        let words = String(replaced).split(separator: " ")
        return words.isEmpty ? "scenario" : words.joined(separator: "-")
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"): true
        default: false
        }
    }
}
