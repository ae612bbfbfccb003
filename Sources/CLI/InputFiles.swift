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

    /// Where the bodies of a scenario file may be: beside it, or in `__files` there.
    private static func bodyPaths(of scenario: Scenario) -> Set<String> {
        var folder = scenario.file.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(
            separator: "/"
        )
        if folder.isEmpty { folder = scenario.file.hasPrefix("/") ? "/" : "." }
        let names = Set(
            scenario.variants.flatMap { $0.interactions.flatMap { $0.responses.responses.compactMap(\.bodyFileName) } }
        )
        return Set(names.flatMap { ["\(folder)/\($0)", "\(folder)/__files/\($0)"] })
    }
}
