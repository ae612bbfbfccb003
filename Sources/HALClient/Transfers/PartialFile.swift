#if os(Linux)
    import NIOPosix
    import SystemPackage
#else
    import Foundation
    import System
#endif

/// A file that is written under a temporary name beside its path, and renamed when it is complete.
final class PartialFile: Sendable {
    /// The final path.
    let path: String
    /// The temporary path.
    let partialPath: String

    private struct State {
        var descriptor: FileDescriptor?
        var bytes = 0
        var hasBegun = false
    }

    private let state = Locked(State())

    /// Creates the empty file, so that an unwritable path is detected before anything is sent.
    init(_ path: String) throws {
        self.path = path
        let (folder, name) = Self.split(path)
        guard !name.isEmpty else { throw FileFailure(.unwritable, "'\(path)' is the name of a folder") }
        partialPath = "\(folder).\(name.prefix(100)).\(UInt64.random(in: .min ... .max)).part"
        try open(creating: true)
    }

    deinit {
        discard()
    }

    private static func split(_ path: String) -> (folder: String, name: String) {
        let name = path.split(separator: "/", omittingEmptySubsequences: false).last.map(String.init) ?? path
        return (String(path.dropLast(name.count)), name)
    }

    private func open(creating: Bool) throws {
        do {
            let descriptor = try FileDescriptor.open(
                FilePath(partialPath),
                .writeOnly,
                options: creating ? [.create, .exclusiveCreate] : [.truncate],
                permissions: [.ownerReadWrite, .groupRead, .otherRead]
            )
            state.withLock { $0.descriptor = descriptor }
        } catch {
            throw FileFailure(.unwritable, "cannot write '\(path)'", underlying: error)
        }
    }

    /// Begins the content, discarding earlier content.
    func restart() throws {
        if state.withLock({ $0.bytes > 0 || $0.descriptor == nil }) {
            close()
            try open(creating: false)
        }
        state.withLock { state in
            state.bytes = 0
            state.hasBegun = true
        }
    }

    func write(_ part: some Collection<UInt8>) throws {
        let descriptor = state.withLock { state in
            state.bytes += part.count
            return state.descriptor
        }
        do {
            try descriptor?.writeAll(part)
        } catch {
            throw FileFailure(.unwritable, "cannot write '\(path)'", underlying: error)
        }
    }

    /// Whether a body has begun.
    var hasBegun: Bool { state.withLock(\.hasBegun) }

    /// The size in bytes.
    var size: Int { state.withLock(\.bytes) }

    private func close() {
        let descriptor = state.withLock { $0.descriptor.take() }
        try? descriptor?.close()
    }

    /// Removes the temporary file; without effect after `commit`.
    func discard() {
        close()
        SmallFile.remove(partialPath)
    }
}

extension PartialFile {
    /// Moves the file to its path atomically; an existing file is replaced.
    func commit() async throws {
        close()
        do {
            try await Self.move(partialPath, to: path)
        } catch {
            throw FileFailure(.unwritable, "cannot put '\(path)' in its place", underlying: error)
        }
    }
}

extension PartialFile {
    /// Renames a file atomically; an existing file at the target is replaced.
    #if os(Linux)
        static func move(_ source: String, to target: String) async throws {
            try await NonBlockingFileIO(threadPool: .singleton).rename(path: source, newName: target)
        }
    #else
        static func move(_ source: String, to target: String) async throws {
            do {
                try FileManager.default.moveItem(atPath: source, toPath: target)
            } catch CocoaError.fileWriteFileExists {
                _ = try FileManager.default.replaceItemAt(URL(filePath: target), withItemAt: URL(filePath: source))
            }
        }
    #endif
}
