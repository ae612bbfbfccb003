import Documents

/// The sources of scenarios, and how they are read.
package struct ScenarioSources: Sendable {
    /// A file that is not read from the disk, such as an editor's buffer.
    package struct Text: Sendable {
        let bytes: [UInt8]
        /// The path of the file that the text replaces.
        let path: String

        /// Without a path, the name is `stdin.json` for JSON and `stdin.yaml` for YAML.
        package init(_ bytes: [UInt8], path: String?) {
            self.bytes = bytes
            self.path = path ?? "stdin.\(DocumentSyntax(of: bytes).rawValue)"
        }
    }

    /// Files and folders; a folder with `mappings` in it is one of WireMock's.
    package var paths: [String]
    /// A folder of WireMock's: only `mappings` and `__files` in it count, and both may be missing.
    package var wireMockFolder: String?
    /// Files that are given as bytes.
    package var texts: [Text] = []
    /// Files that scenarios may include, by path, besides those of the disk.
    package var includable: [String: [UInt8]] = [:]
    /// The folders of the files that scenarios include, which are watched as well.
    package var includedFolders: Set<String> = []
    /// Whether warnings are errors.
    package var isStrict: Bool
    /// Whether mapping files are read in path order, which is the same on every machine, and not in WireMock's, which is
    /// that of the directory.
    package var sortsMappings = false
    /// Whether the response of every mapping is a template, not only of those that say so.
    package var templatesAll = false
    /// Whether the server sends webhooks; if not, a mapping with one gets a warning.
    package var sendsWebhooks = true
    /// The variants that are checked for warnings; errors are found in all of them.
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

    /// Whether a word of a command line is probably the path of a scenario file, or of a folder of them.
    package static func mayName(_ word: String) -> Bool {
        ScenarioFinder.isNamedAsScenario(word) || DiskFile.exists(word)
    }

    /// The variants that are checked for warnings: all, if warnings are errors.
    var rules: RuleScope { isStrict ? .eachVariant : scope }

    /// The paths to watch for changes.
    package var folders: [String] {
        paths + [wireMockFolder].compactMap(\.self)
    }
}
