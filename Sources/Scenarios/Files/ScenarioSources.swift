/// Where scenarios come from, and how they are read.
package struct ScenarioSources: Sendable {
    /// A file that is not read from the disk, such as an editor's buffer.
    package struct Text: Sendable {
        let bytes: [UInt8]
        /// The file that it stands for: its name and folder.
        let path: String

        /// Without a path, the name is `stdin.json` for what begins with a brace, else `stdin.yaml`.
        package init(_ bytes: [UInt8], path: String?) {
            self.bytes = bytes
            let start = UTF8Check.withoutByteOrderMark(bytes).first { !" \t\r\n".utf8.contains($0) }
            self.path = path ?? (start == UInt8(ascii: "{") ? "stdin.json" : "stdin.yaml")
        }
    }

    /// Files and folders; a folder with `mappings` in it is one of WireMock's.
    package var paths: [String]
    /// A folder of WireMock's: only `mappings` and `__files` in it count, and both may be missing.
    package var wireMockFolder: String?
    /// Files that are given as bytes.
    package var texts: [Text] = []
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

    /// Whether a word of a command line is probably the path of a scenario file, or of a folder of them.
    package static func mayName(_ word: String) -> Bool {
        ScenarioFinder.isNamedAsScenario(word) || DiskFile.exists(word)
    }

    /// What warnings are looked for in when some of them are errors.
    var rules: RuleScope { isStrict ? .eachVariant : scope }

    /// Everything that is read, for whoever watches it.
    package var folders: [String] {
        paths + [wireMockFolder].compactMap(\.self)
    }
}
