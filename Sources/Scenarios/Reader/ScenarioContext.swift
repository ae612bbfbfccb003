import Documents

/// The settings and the state of reading a scenario file.
final class ScenarioContext {
    /// The name of the file in addresses.
    let slug: String
    /// The path of the file.
    var path = ""
    let folder: BodyFolder
    var includes = IncludeFolders()
    let scope: RuleScope
    /// Whether every mapping's response is a template.
    var templatesAll: Bool
    /// Whether mappings keep the JSON that they were read from.
    var keepsSources = false
    /// Whether the current response is a template.
    var isInTemplate = false
    /// Whether the file names body files or includes files, on which the result of reading it depends.
    var namesOtherFiles = false
    /// The contents of body files by their names.
    var bodies: [String: [UInt8]] = [:]
    /// The body files that are read when they are sent, by their names.
    var storedBodies: [String: StoredBody] = [:]
    /// The contents of included files by their paths.
    var included: [String: [UInt8]] = [:]

    init(slug: String = "", folder: BodyFolder = .none, scope: RuleScope = .eachPart, templatesAll: Bool = false) {
        self.slug = slug
        self.folder = folder
        self.scope = scope
        self.templatesAll = templatesAll
    }
}

extension NodeReader {
    /// The context; an empty one for a reader without.
    var scenario: ScenarioContext { context as? ScenarioContext ?? ScenarioContext() }
    var slug: String { scenario.slug }
    var scope: RuleScope { scenario.scope }
}
