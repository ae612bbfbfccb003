import Scenarios
import UV

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A file that a command writes as a whole: it is replaced in one step, but a pipe or a device is written into.
///
/// A symbolic link stays, and the file that it leads to is replaced.
struct OutputFile {
    /// The place that a path leads to.
    private enum Place: Hashable {
        case standard(StandardStream)
        case device(String)
        case file(URL)

        struct IsFolder: Error {}

        init(_ path: String) throws(IsFolder) {
            switch path {
            // A stream that is open is not opened again: two positions in one file would overwrite each other.
            case "-", "/dev/stdout": self = .standard(.output)
            case "/dev/stderr": self = .standard(.error)
            case _:
                let resolved = URL(filePath: path).resolvingSymlinksInPath().standardized
                switch DiskFile.kind(of: path) {
                case .folder: throw IsFolder()
                // A link to an open pipe leads to a name that is none of the file system's.
                case .other: self = .device(path)
                case .file, nil: self = .file(resolved)
                }
            }
        }
    }

    private let path: String
    private let kind: String
    private let place: Place

    /// - Parameters:
    ///   - path: Where to write; `-` is the standard output.
    ///   - kind: What is written, for people: "report".
    ///   - inputs: The files that the command reads.
    /// - Throws: `Failure` when a folder, an input, or a link to a file that does not exist is there.
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

    /// Whether two paths lead to one place.
    static func isSame(_ one: String, _ other: String) -> Bool {
        guard let place = try? Place(one) else { return one == other }
        return place == (try? Place(other))
    }

    /// Makes sure that the file can be written, and removes an older one, so that nobody reads that for the new one.
    ///
    /// - Throws: `Failure` when it cannot be written.
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

    /// Writes the text before it returns, however long the reader of a pipe takes.
    ///
    /// - Throws: `Failure` when it cannot be written; for a pipe that nobody reads only if that is not waited for.
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

    private func failure(_ reason: String) -> Failure {
        Self.failure(kind, path, reason)
    }

    private static func failure(_ kind: String, _ path: String, _ reason: String) -> Failure {
        Failure(.infrastructure, "hypermock: the \(kind) \(path) cannot be written: \(reason)")
    }

    private static func reason(_ error: any Error) -> String {
        guard let error = error as? CocoaError else { return "\(error)" }
        switch error.code {
        case .fileNoSuchFile, .fileReadNoSuchFile: return "its folder does not exist"
        case .fileWriteNoPermission, .fileReadNoPermission: return "permission denied"
        case .fileWriteOutOfSpace: return "no space left on device"
        case .fileWriteVolumeReadOnly: return "the file system is read-only"
        case .fileWriteInvalidFileName, .fileReadInvalidFileName: return "its name is not valid"
        default: return "the system rejects it (code \(error.code.rawValue))"
        }
    }
}
