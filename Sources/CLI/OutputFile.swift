import Scenarios
import UV

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A file that a command writes as a whole: it is replaced in one step, but a pipe or a device is written into.
struct OutputFile {
    /// What must not be opened again: two positions in one file would overwrite each other.
    private static let standardStreams = ["/dev/stdout": StandardStream.output, "/dev/stderr": .error]

    /// What was given.
    let path: String
    /// For people: "report".
    private let kind: String
    private let place: URL
    private let isStream: Bool
    private let exists: Bool

    /// - Throws: `Failure` when a folder is there.
    init(_ path: String, kind: String) throws {
        self.path = path
        self.kind = kind
        let resolved = URL(filePath: path).resolvingSymlinksInPath()
        let type = DiskFile.kind(of: resolved.path)
        exists = FileManager.default.fileExists(atPath: path)
        isStream = exists && type != .file
        // A link to an open pipe leads to a name that is none of the file system's.
        place = isStream ? URL(filePath: path) : resolved
        guard type != .folder else { throw failure("it is a folder") }
    }

    /// - Throws: `Failure` when it cannot be written.
    func write(_ text: String) throws {
        if let stream = Self.standardStreams[path] { return stream.write(text) }
        try attempt { try Data(text.utf8).write(to: place, options: isStream ? [] : .atomic) }
    }

    private func attempt(_ body: () throws -> Void) throws {
        do { try body() } catch { throw failure(Self.reason(error)) }
    }

    private func failure(_ reason: String) -> Failure {
        Failure(.infrastructure, "hypermock: the \(kind) \(path) cannot be written: \(reason)")
    }

    private static func reason(_ error: any Error) -> String {
        guard let error = error as? CocoaError else { return "\(error)" }
        switch error.code {
        case .fileNoSuchFile, .fileReadNoSuchFile: return "its folder does not exist"
        case .fileWriteNoPermission, .fileReadNoPermission: return "permission denied"
        case .fileWriteOutOfSpace: return "no space is left on the device"
        case .fileWriteVolumeReadOnly: return "the file system is read-only"
        case .fileWriteInvalidFileName, .fileReadInvalidFileName: return "its name is not valid"
        default: return "the system rejects it (code \(error.code.rawValue))"
        }
    }
}
