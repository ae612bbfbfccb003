import Documents

/// Finds the scenario files below the paths of a command line.
struct ScenarioFinder {
    /// Folders inside each other.
    static let maximumDepth = 50
    static let maximumFiles = 100_000

    /// Each once, in the order of the paths given, those of a folder in path order.
    private(set) var files: [String] = []
    /// Folders with `mappings` in them, in the order in which they were found.
    private(set) var wireMockFolders: [WireMockFolder] = []
    private(set) var issues: [ScenarioIssue] = []
    private var known: Set<String> = []
    /// The folders that were visited, without links, so that circular links end.
    private var walked: Set<String> = []

    /// Adds a file, or everything below a folder; what is not there is an issue.
    mutating func add(_ path: String) {
        let path = Self.withoutSlash(path)
        switch DiskFile.kind(of: path) {
        case nil:
            log("no such file or folder", at: path, suggestion: "pass a scenario file, or a folder of scenario files")
        case .other?: log("this is neither a file nor a folder", at: path)
        case .file?: addFile(path)
        case .folder?:
            let before = (files.count, wireMockFolders.count, issues.count)
            walk(path, depth: 0)
            files[before.0...].sort()
            if before == (files.count, wireMockFolders.count, issues.count),
                !known.contains(where: { $0.hasPrefix(path + "/") })
            {
                let names = ScenarioFormat.allEndings.map { "*.\($0)" }.joined(separator: ", ")
                log("the folder has no scenario files (\(names))", at: path)
            }
        }
    }

    /// Adds a folder as one of WireMock's: only its mappings, which may be missing.
    mutating func addWireMockFolder(_ path: String) {
        guard DiskFile.kind(of: path) == .folder else { return log("no such folder", at: path) }
        let path = Self.withoutSlash(path)
        let before = wireMockFolders.count
        addMappings(of: path, 0)
        if before == wireMockFolders.count { wireMockFolders.append(WireMockFolder(path: path)) }
    }

    /// Sorts the files of each WireMock folder by path.
    mutating func sortMappings() {
        for index in wireMockFolders.indices { wireMockFolders[index].mappingFiles.sort() }
    }

    private mutating func walk(_ folder: String, depth: Int) {
        guard depth < Self.maximumDepth else {
            log("folders are nested deeper than \(Self.maximumDepth)", at: folder)
            return
        }
        guard walked.insert(DiskFile.realPath(folder)).inserted else { return }
        do throws(DiskFile.Failure) {
            let names = try DiskFile.names(in: folder).filter { !Self.isPassedOver($0) }
            guard !names.contains(WireMockFolder.mappings) || !addMappings(of: folder, depth) else {
                return addScenarios(beside: folder, names)
            }
            for name in names { visit("\(folder)/\(name)", name, depth) }
        } catch {
            log(error.reason, at: folder)
        }
    }

    private mutating func visit(_ path: String, _ name: String, _ depth: Int) {
        switch DiskFile.kind(of: path) {
        case .folder?: walk(path, depth: depth + 1)
        case .file? where Self.isNamedAsScenario(name): addFile(path)
        case .file?, .other?, nil: break
        }
    }

    /// Adds the scenarios in a WireMock folder: only files with the key `scenario`; others belong to another project.
    private mutating func addScenarios(beside folder: String, _ names: [String]) {
        for name in names where Self.isNamedAsScenario(name) {
            let path = "\(folder)/\(name)"
            if FileSignature.scenario.isIn(path) { addFile(path) }
        }
    }

    static func isNamedAsScenario(_ name: String) -> Bool {
        ScenarioFormat.allEndings.contains(FileName(name).ending)
    }

    /// Adds the JSON files in `mappings`, in the order of the directory as WireMock does; returns false if there is no
    /// such folder.
    @discardableResult
    private mutating func addMappings(of folder: String, _ depth: Int) -> Bool {
        var set = WireMockFolder(path: folder)
        guard set.hasMappings else { return false }
        guard walked.insert(DiskFile.realPath(set.mappingsPath)).inserted else { return true }
        var finder = MappingFinder()
        finder.walk(set.mappingsPath, depth: depth + 1)
        issues += finder.issues
        for file in finder.files where known.insert(file).inserted { set.mappingFiles.append(file) }
        wireMockFolders.append(set)
        return true
    }

    private static func withoutSlash(_ path: String) -> String {
        var path = path
        while path.count > 1, path.hasSuffix("/") { path.removeLast() }
        return path
    }

    private static func isPassedOver(_ name: String) -> Bool {
        name.hasPrefix(".") || name.hasPrefix("_")
    }

    private mutating func addFile(_ path: String) {
        if known.count == Self.maximumFiles { log("there are more than \(Self.maximumFiles) files", at: path) }
        guard known.count < Self.maximumFiles, known.insert(path).inserted else { return }
        files.append(path)
    }

    private mutating func log(_ message: String, at path: String, suggestion: String? = nil) {
        issues.append(ScenarioIssue(.error, ofFile: path, message: message, suggestion: suggestion))
    }
}

/// Finds the files in a folder `mappings`.
private struct MappingFinder {
    /// In the order in which the directories list them.
    private(set) var files: [String] = []
    private(set) var issues: [ScenarioIssue] = []
    private var walked: Set<String> = []

    mutating func walk(_ folder: String, depth: Int) {
        guard depth < ScenarioFinder.maximumDepth, files.count < ScenarioFinder.maximumFiles else {
            issues.append(
                ScenarioIssue(.error, ofFile: folder, message: "too many mappings, or folders nested too deeply")
            )
            return
        }
        guard walked.insert(DiskFile.realPath(folder)).inserted else { return }
        for name in (try? DiskFile.names(in: folder)) ?? [] where !name.hasPrefix(".") {
            let path = "\(folder)/\(name)"
            switch DiskFile.kind(of: path) {
            case .folder?: walk(path, depth: depth + 1)
            case .file? where ScenarioFormat.wireMock.includes(FileName(name)): files.append(path)
            case .file?, .other?, nil: break
            }
        }
    }
}

/// The mark of a kind of file among other YAML and JSON files: a key at the top.
package struct FileSignature: Sendable {
    package static let scenario = FileSignature(key: "scenario")
    /// The known failures of a client.
    package static let baseline = FileSignature(key: "hypermockBaseline")

    package let key: String

    /// Whether the file has the key at the top; the rest of the file is not checked.
    func isIn(_ path: String) -> Bool {
        guard let contents = try? DiskFile.contents(of: path, limit: ScenarioReader.maximumBytes) else { return false }
        let bytes = UTF8Check.withoutByteOrderMark(contents)
        switch ScenarioFormat.syntax(of: FileName(path)) {
        case .yaml: return isInYAML(bytes)
        case .json: return (try? JSONComposer.compose(bytes))?.root?[key] != nil
        }
    }

    /// Checks the beginnings of lines, so that a file that is not valid YAML is still reported.
    private func isInYAML(_ bytes: [UInt8]) -> Bool {
        bytes.split(whereSeparator: { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }).contains { line in
            ["\(key):", "\"\(key)\":", "'\(key)':"].contains { line.starts(with: $0.utf8) }
        }
    }
}
