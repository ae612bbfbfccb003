/// Where scenarios come from, and how they are read.
package struct ScenarioSources: Sendable {
    /// Files and folders; a folder with `mappings` in it is one of WireMock's.
    package var paths: [String]
    /// A folder of WireMock's: only `mappings` and `__files` in it count, and both may be missing.
    package var wireMockFolder: String?
    /// Whether warnings are errors.
    package var isStrict: Bool
    /// Whether the response of every mapping is a template, not only of those that say so.
    package var templatesAll = false
    /// How many variants warnings are looked for in; errors are found in all of them.
    package var scope: RuleScope

    package init(
        paths: [String],
        wireMockFolder: String? = nil,
        isStrict: Bool = false,
        scope: RuleScope = .eachPart
    ) {
        self.paths = paths
        self.wireMockFolder = wireMockFolder
        self.isStrict = isStrict
        self.scope = scope
    }

    /// Whether a folder has WireMock's layout, with `mappings` in it.
    package static func isWireMockFolder(_ path: String) -> Bool {
        DiskFile.kind(of: path + "/mappings") == .folder
    }

    /// What warnings are looked for in when some of them are errors.
    var rules: RuleScope { isStrict ? .eachVariant : scope }

    /// Everything that is read, for whoever watches it.
    package var folders: [String] {
        paths + [wireMockFolder].compactMap(\.self)
    }
}
