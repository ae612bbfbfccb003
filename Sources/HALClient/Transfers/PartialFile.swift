#if os(Linux)
    import NIOPosix
    import SystemPackage
#else
    import Foundation
    import System
#endif

/// A file that is written beside its place, and put there when it is whole; nobody sees a part of it under its name.
final class PartialFile: Sendable {
    /// Where it will be.
    let path: String
    /// Where it is written.
    let partialPath: String

    private struct State {
        var descriptor: FileDescriptor?
        var bytes = 0
        var hasBegun = false
    }

    private let state = Locked(State())

    /// Makes the file, empty, so that a place that cannot be written is known before anything is sent.
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

    /// Begins the content, again if there is some already.
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

    /// How many bytes it has.
    var size: Int { state.withLock(\.bytes) }

    private func close() {
        let descriptor = state.withLock { $0.descriptor.take() }
        try? descriptor?.close()
    }

    /// Removes what was written; without effect once it is in its place.
    func discard() {
        close()
        SmallFile.remove(partialPath)
    }
}

extension PartialFile {
    /// Puts the file in its place, in one step; another one of that name is replaced.
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
    /// Gives a file another name, in one step; another file of that name is replaced.
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
