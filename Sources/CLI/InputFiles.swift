import Scenarios

/// The files that a command has read, which it must not write to.
struct InputFiles {
    /// The folders of WireMock's layout: all that is in them is read.
    private static let folders = ["mappings", "__files"]

    private let read: ScenarioLoader.Result

    init(_ read: ScenarioLoader.Result) {
        self.read = read
    }

    /// Whether the path and its links lead to one of the files: a scenario, a mapping, or a body.
    func contains(_ path: String) -> Bool {
        guard DiskFile.kind(of: path) == .file else { return false }
        let path = DiskFile.realPath(path)
        return read.files.contains { Self.file($0, is: path) }
            || read.scenarios.contains { Self.bodyPaths(of: $0).contains { DiskFile.realPath($0) == path } }
    }

    private static func file(_ file: String, is path: String) -> Bool {
        guard DiskFile.kind(of: file) == .folder else { return DiskFile.realPath(file) == path }
        return folders.contains { path.hasPrefix(DiskFile.realPath("\(file)/\($0)") + "/") }
    }

    /// Where the bodies of a scenario file may be.
    private static func bodyPaths(of scenario: Scenario) -> Set<String> {
        let responses = scenario.variants.all.flatMap { $0.interactions.flatMap(\.responses.responses) }
        let folder = BodyFolder(ofScenario: scenario.file)
        return Set(Set(responses.compactMap(\.bodyFileName)).flatMap { folder.paths(of: $0) })
    }
}
