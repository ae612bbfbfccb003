import Matching

/// The tables that find the list of an interaction by its URL; list 0 contains those that no table finds.
struct LookupTables {
    private(set) var targets = LiteralTable()
    private(set) var paths = LiteralTable()
    private(set) var templates = TemplateTrie()

    /// The number of a key's list, or -1.
    func list(of key: InteractionIndex.LookupKey) -> Int32 {
        switch key {
        case .target(let target): targets.find(ByteHash(target), target, target.indices)
        case .path(let path): paths.find(ByteHash(path), path, path.indices)
        case .template(let template): templates.list(of: template)
        case .residual: 0
        }
    }

    /// Returns the number of a key's list; a new key gets `list`.
    mutating func list(of key: InteractionIndex.LookupKey, orInsert list: Int32) -> Int32 {
        switch key {
        case .target(let target): targets.value(of: target, orInsert: list)
        case .path(let path): paths.value(of: path, orInsert: list)
        case .template(let template): templates.value(of: template, orInsert: list)
        case .residual: 0
        }
    }
}
