import Scenarios

/// The files that a command reads, which it must not write to.
struct InputFiles {
    private let files: Set<String>
    /// `mappings` and `__files` of WireMock folders, with a slash at the end.
    private let folders: [String]

    static let none = InputFiles([])

    /// Takes scenario files, and WireMock folders.
    init(_ paths: [String]) {
        var (files, folders): (Set<String>, [String]) = ([], [])
        for path in paths {
            switch DiskFile.kind(of: path) {
            case .folder: folders += ["mappings", "__files"].map { DiskFile.realPath("\(path)/\($0)") + "/" }
            case .file, .other, nil: files.insert(DiskFile.realPath(path))
            }
        }
        (self.files, self.folders) = (files, folders)
    }

    /// Whether the path and its links lead to one of the files.
    func contains(_ path: String) -> Bool {
        let path = DiskFile.realPath(path)
        return files.contains(path) || folders.contains { path.hasPrefix($0) }
    }
}
