import Documents

/// A folder of WireMock's: `mappings` with JSON files, and `__files` with bodies.
package struct WireMockFolder: Sendable {
    static let mappings = "mappings"
    static let files = "__files"

    /// The path as given; messages show it.
    let path: String
    /// The files of mappings; of two mappings with the same priority, that of the later file goes first.
    var mappingFiles: [String] = []

    package init(path: String) {
        self.path = path
    }

    package var mappingsPath: String { "\(path)/\(Self.mappings)" }
    package var filesPath: String { "\(path)/\(Self.files)" }
    /// The folders in it that are read; others belong to another project.
    package var parts: [String] { [mappingsPath, filesPath] }
    /// Whether the folder has at least one of the two.
    package var exists: Bool { parts.contains { DiskFile.kind(of: $0) == .folder } }
    /// Whether the folder has this layout.
    package var hasMappings: Bool { DiskFile.kind(of: mappingsPath) == .folder }

    /// All mappings as one scenario, which is served at the root.
    ///
    /// The mapping that was read last goes first, as in WireMock.
    func scenario(_ sources: ScenarioSources, _ issues: inout [ScenarioIssue]) -> Scenario {
        let title = DiskFile.realPath(path).split(separator: "/").last.map(String.init) ?? Self.mappings
        var scenario = Scenario(slug: FileName(title).slug ?? Self.mappings, title: title, file: path)
        var interactions: [Interaction] = []
        for file in mappingFiles { interactions += read(file, sources, &scenario, &issues) }
        renameDuplicates(in: &interactions, &issues)
        scenario.isRoot = true
        scenario.wireMockFolder = path
        scenario.variants = [Variant(interactions: interactions.reversed())]
        return scenario
    }

    private func read(
        _ file: String,
        _ sources: ScenarioSources,
        _ scenario: inout Scenario,
        _ issues: inout [ScenarioIssue]
    ) -> [Interaction] {
        do throws(DiskFile.Failure) {
            let bytes = try DiskFile.contents(of: file, limit: ScenarioReader.maximumBytes)
            let read = ScenarioReader.readMappings(
                bytes,
                path: file,
                name: String(file.dropFirst(path.count + 1)),
                files: BodyFolder(filesPath: filesPath),
                sources
            )
            issues += read.issues
            scenario.contents[file] = read.content
            return read.interactions
        } catch {
            issues.append(ScenarioIssue(.error, ofFile: file, message: error.reason))
            return []
        }
    }

    /// Gives all but the last of several mappings with one identifier others: by it, the admin API finds the one that
    /// is tried first.
    private func renameDuplicates(in interactions: inout [Interaction], _ issues: inout [ScenarioIssue]) {
        var last: [String: Int] = [:]
        for index in interactions.indices {
            guard let first = last.updateValue(index, forKey: interactions[index].identifier) else { continue }
            issues.append(
                ScenarioIssue(
                    .warning,
                    at: interactions[first].location,
                    message: "the identifier '\(interactions[index].identifier)' is also used by the mapping at "
                        + "\(interactions[index].location); both are served, this one under another identifier",
                    suggestion: "remove the 'id' of one of them"
                )
            )
            interactions[first].id = StableIdentifier.uuid(of: interactions[first].location.description)
        }
    }
}
