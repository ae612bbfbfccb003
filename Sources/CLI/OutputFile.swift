import Scenarios
import UV

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A file that a command writes as a whole: replaced atomically, unless it is a pipe or a device.
///
/// A symbolic link is followed.
struct OutputFile {
    /// The destination of a path.
    private enum Place: Hashable {
        case standard(StandardStream)
        case device(String)
        case file(URL)

        struct IsFolder: Error {}

        init(_ path: String) throws(IsFolder) {
            switch path {
            // An open stream is not opened again: two file positions would overwrite each other.
            case "-", "/dev/stdout": self = .standard(.output)
            case "/dev/stderr": self = .standard(.error)
            case _:
                let resolved = URL(filePath: path).resolvingSymlinksInPath().standardized
                switch DiskFile.kind(of: path) {
                case .folder: throw IsFolder()
                // The target of a link to an open pipe is not a path, so the link itself is kept.
                case .other: self = .device(path)
                case .file, nil: self = .file(resolved)
                }
            }
        }
    }

    private let path: String
    private let kind: String
    private let place: Place

    /// Checks the path.
    ///
    /// - Parameters:
    ///   - path: The path to write to; `-` is the standard output.
    ///   - kind: The kind of file for messages, such as "report".
    ///   - inputs: The files that the command reads.
    /// - Throws: `CommandFailure` if the path is a folder, an input, or a broken link.
    init(_ path: String, kind: String, inputs: InputFiles) throws {
        self.path = path
        self.kind = kind
        do throws(Place.IsFolder) {
            place = try Place(path)
        } catch {
            throw Self.failure(kind, path, "it is a folder")
        }
        guard case .file = place else { return }
        if DiskFile.kind(of: path) == nil, DiskFile.isLink(path) {
            throw Self.failure(kind, path, "it is a symbolic link to a file that does not exist; remove the link")
        }
        guard !inputs.contains(path) else {
            throw Self.failure(kind, path, "it is one of the files that this command reads; use another path")
        }
    }

    /// Whether two paths have the same destination.
    static func isSame(_ one: String, _ other: String) -> Bool {
        guard let place = try? Place(one) else { return one == other }
        return place == (try? Place(other))
    }

    /// Checks that the file can be written, and removes an older one, which could be mistaken for the new one.
    ///
    /// - Throws: `CommandFailure` if it cannot be written.
    func prepare() throws {
        guard case .file(let url) = place else { return }
        try attempt {
            let probe = url.deletingLastPathComponent()
                .appending(path: ".\(url.lastPathComponent).\(ProcessInfo.processInfo.processIdentifier)")
            try Data().write(to: probe)
            try FileManager.default.removeItem(at: probe)
            if DiskFile.kind(of: url.path) != nil { try FileManager.default.removeItem(at: url) }
        }
    }

    /// Writes the text and waits for a slow reader; with `waits`, also for a pipe to be opened by a reader.
    ///
    /// - Throws: `CommandFailure` if it cannot be written.
    func write(_ text: String, waitingForReader waits: Bool = false) throws {
        do throws(UVError) {
            switch place {
            case .standard(let stream): try stream.send(text)
            case .device(let path): try OutputDevice.send(text, to: path, waitingForReader: waits)
            case .file: break
            }
        } catch {
            throw failure(error.isWithoutReader ? "no process reads this pipe" : error.text)
        }
        guard case .file(let url) = place else { return }
        try attempt { try Data(text.utf8).write(to: url, options: .atomic) }
    }

    private func attempt(_ body: () throws -> Void) throws {
        do { try body() } catch { throw failure(Self.reason(error)) }
    }

    private func failure(_ reason: String) -> CommandFailure {
        Self.failure(kind, path, reason)
    }

    private static func failure(_ kind: String, _ path: String, _ reason: String) -> CommandFailure {
        CommandFailure(.infrastructure, "hypermock: the \(kind) \(path) cannot be written: \(reason)")
    }

    static func reason(_ error: any Error) -> String {
        guard let error = error as? CocoaError else { return "\(error)" }
        switch error.code {
        case .fileNoSuchFile, .fileReadNoSuchFile: return "its folder does not exist"
        case .fileWriteNoPermission, .fileReadNoPermission: return "permission denied"
        case .fileWriteOutOfSpace: return "no space left on device"
        case .fileWriteVolumeReadOnly: return "the file system is read-only"
        case .fileWriteInvalidFileName, .fileReadInvalidFileName: return "its name is not valid"
        default: return "system error \(error.code.rawValue)"
        }
    }
}

/// The files that a command has read, and must not overwrite.
struct InputFiles {
    private let files: [String]
    private let scenarios: [Scenario]

    /// Makes the set of what was read and of `others`, such as private keys.
    init(_ read: ScenarioLoader.Result, others: [String] = []) {
        files = read.files + others
        scenarios = read.scenarios
    }

    /// Makes the set of some files.
    init(_ files: [String]) {
        self.files = files
        scenarios = []
    }

    /// Whether the path, links resolved, is one of the files: a scenario, a mapping, a body, or another one.
    func contains(_ path: String) -> Bool {
        guard DiskFile.kind(of: path) == .file else { return false }
        let path = DiskFile.realPath(path)
        return files.contains { Self.file($0, is: path) }
            || scenarios.contains { $0.bodyPaths.contains { DiskFile.realPath($0) == path } }
    }

    private static func file(_ file: String, is path: String) -> Bool {
        guard DiskFile.kind(of: file) == .folder else { return DiskFile.realPath(file) == path }
        return WireMockFolder(path: file).parts.contains { path.hasPrefix(DiskFile.realPath($0) + "/") }
    }
}
