/// Finds the files that paths of a command line stand for.
struct ScenarioFinder {
    static let extensions: Set<String> = ["yaml", "yml", "json"]
    /// Folders inside each other; links that lead in circles end here.
    static let maximumDepth = 50
    static let maximumFiles = 100_000

    /// Each once, in the order of the paths given, those of a folder in path order.
    private(set) var files: [String] = []
    private(set) var issues: [ScenarioIssue] = []
    private var known: Set<String> = []

    /// Adds a file, or everything below a folder; what is not there is an issue.
    mutating func add(_ path: String) {
        var path = path
        while path.count > 1, path.hasSuffix("/") { path.removeLast() }
        switch DiskFile.kind(of: path) {
        case nil: log("there is no such file or folder", at: path)
        case .other?: log("this is neither a file nor a folder", at: path)
        case .file?: addFile(path)
        case .folder?:
            let before = files.count
            let problems = issues.count
            walk(path, depth: 0)
            files[before...].sort()
            if files.count == before, issues.count == problems, !known.contains(where: { $0.hasPrefix(path + "/") }) {
                log("the folder has no scenario files (*.yaml, *.yml, *.json)", at: path)
            }
        }
    }

    private mutating func walk(_ folder: String, depth: Int) {
        guard depth < Self.maximumDepth else {
            log("folders are nested deeper than \(Self.maximumDepth)", at: folder)
            return
        }
        do throws(DiskFile.Failure) {
            let names = try DiskFile.names(in: folder)
            for name in names where !Self.isPassedOver(name) { visit("\(folder)/\(name)", name, depth) }
        } catch {
            log(error.reason, at: folder)
        }
    }

    private mutating func visit(_ path: String, _ name: String, _ depth: Int) {
        switch DiskFile.kind(of: path) {
        case .folder?: walk(path, depth: depth + 1)
        case .file? where Self.extensions.contains(FileName(name).fileExtension.lowercased()): addFile(path)
        case .file?, .other?, nil: break
        }
    }

    private static func isPassedOver(_ name: String) -> Bool {
        name.hasPrefix(".") || name.hasPrefix("_")
    }

    private mutating func addFile(_ path: String) {
        if known.count == Self.maximumFiles { log("there are more than \(Self.maximumFiles) files", at: path) }
        guard known.count < Self.maximumFiles, known.insert(path).inserted else { return }
        files.append(path)
    }

    private mutating func log(_ message: String, at path: String) {
        issues.append(ScenarioIssue(.error, at: SourceLocation(file: path), message: message))
    }
}
