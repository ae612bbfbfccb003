import Documents

extension NodeReader {
    /// The parts of a file, with those of the files that it includes.
    func library(of parts: SharedParts) -> SharedLibrary {
        var files = SharedFiles(self)
        return files.library(of: parts, in: scenario.path)
    }
}

/// Reads the files that a scenario includes, and those that they include in turn.
private struct SharedFiles {
    private static let maximumFiles = 100

    private let reader: NodeReader
    /// The real paths of the files that are being read, each included by the one before it.
    private var open: [String] = []
    /// The files that were read, by real path.
    private var known: [String: SharedLibrary] = [:]

    init(_ reader: NodeReader) {
        self.reader = reader
    }

    /// The parts of the file at a path, over those of the files that it includes, of which later ones win.
    mutating func library(of parts: SharedParts, in path: String) -> SharedLibrary {
        var library = SharedLibrary()
        open.append(DiskFile.realPath(path))
        for name in parts.includes {
            if let included = included(name, in: FileName(path).folder) {
                library.add(included)
            } else {
                library.isComplete = false
            }
        }
        open.removeLast()
        library.add(parts, reader)
        return library
    }

    private mutating func included(_ node: Node, in folder: String) -> SharedLibrary? {
        guard let name = reader.text(node, "a name in '\(SharedParts.includeKeyName)'") else { return nil }
        reader.scenario.namesOtherFiles = true
        do throws(BodyFolder.Refusal) {
            let path = try reader.scenario.includes.path(of: name, in: folder)
            let realPath = DiskFile.realPath(path)
            guard !open.contains(realPath) else {
                throw BodyFolder.Refusal(reason: "the file includes itself, directly or through another one")
            }
            if let library = known[realPath] { return library }
            guard known.count + open.count <= Self.maximumFiles else {
                throw BodyFolder.Refusal(reason: "a scenario includes at most \(Self.maximumFiles) files")
            }
            let library = try read(path, at: node)
            known[realPath] = library
            return library
        } catch {
            reader.log.error("'\(name)' cannot be included: \(error.reason)", at: node)
            return nil
        }
    }

    private mutating func read(_ path: String, at node: Node) throws(BodyFolder.Refusal) -> SharedLibrary {
        let bytes: [UInt8]
        do throws(DiskFile.Failure) {
            bytes = try reader.scenario.includes.contents(of: path)
        } catch {
            throw BodyFolder.Refusal(reason: error.reason)
        }
        reader.scenario.included[path] = bytes
        let file = SourceFile(path: path, bytes: bytes)
        let number = reader.log.include(file, at: node)
        do throws(SyntaxProblem) {
            let document = try ScenarioFormat.syntax(of: FileName(path)).compose(file.bytes)
            for problem in document.problems { reader.log.add(problem, inFile: number) }
            guard let root = document.root, !root.isNull else { return SharedLibrary() }
            let errors = reader.log.errorCount
            let parts = SharedParts.codec.read(reader, root.placed(inFile: number))
            guard let parts, reader.log.errorCount == errors else { return .unreadable }
            return library(of: parts, in: path)
        } catch {
            reader.log.add(error, inFile: number)
            return .unreadable
        }
    }
}

/// The folders whose files a scenario may include: its own, those that were loaded with it, and the working directory.
struct IncludeFolders: Sendable {
    private let paths: [String]
    /// The files that are not read from the disk, by path.
    private let texts: [String: [UInt8]]

    /// Takes the paths that were loaded.
    init(_ paths: [String] = [], texts: [String: [UInt8]] = [:]) {
        self.paths = paths
        self.texts = texts
    }

    /// The content of an included file.
    func contents(of path: String) throws(DiskFile.Failure) -> [UInt8] {
        guard let text = texts[path] else {
            return try DiskFile.contents(of: path, limit: ScenarioReader.maximumBytes)
        }
        return text
    }

    /// The path of an included file.
    ///
    /// - Throws: `BodyFolder.Refusal` if the name is not that of a shared file, or leads out of the folders.
    func path(of name: String, in folder: String) throws(BodyFolder.Refusal) -> String {
        let parts = FileName(name)
        guard !name.hasPrefix("/"), !name.utf8.contains(0) else {
            throw BodyFolder.Refusal(reason: "the name must be relative to the folder of this file")
        }
        guard parts.stem.hasPrefix("_"), ScenarioFormat.allEndings.contains(parts.ending) else {
            throw BodyFolder.Refusal(reason: "the name of the file must begin with '_' and end with '.yaml'")
        }
        let path = folder == "." ? name : "\(folder)/\(name)"
        if texts[path] != nil { return path }
        guard DiskFile.kind(of: path) == .file else { throw BodyFolder.Refusal(reason: "there is no file '\(path)'") }
        let realPath = DiskFile.realPath(path)
        let workingDirectory = DiskFile.realPath(".")
        let folders =
            ([folder] + paths).map { DiskFile.realPath($0) } + (workingDirectory == "/" ? [] : [workingDirectory])
        guard folders.contains(where: { realPath.hasPrefix($0 == "/" ? $0 : $0 + "/") }) else {
            throw BodyFolder.Refusal(reason: "it is outside the folder of scenarios")
        }
        return path
    }
}
