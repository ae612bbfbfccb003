import HTTPTypes

#if os(Linux)
    import NIOPosix
    import SystemPackage
#else
    import Foundation
    import System
#endif

/// A file that is written under a temporary name beside its path, and renamed when it is complete.
///
/// A resumable one has the same temporary name each time, `.report.pdf.part`, and stays until the download is complete. A
/// small file beside it, `.report.pdf.part.json`, has the source of its content.
final class PartialFile: Sendable {
    /// The final path.
    let path: String
    /// The temporary path.
    let partialPath: String

    /// Whether the file stays after a failure, for a later download.
    let isResumable: Bool

    private struct State {
        var descriptor: FileDescriptor?
        /// Whether the temporary path belongs to this file.
        var isOpen = false
        var bytes = 0
        var hasBegun = false
        /// The source of the content so far; nil if it cannot be continued.
        var source: PartialSource?
        /// The offset of the range that was requested, or nil.
        var requestedOffset: Int?
        /// The size of the complete file, if a response has it.
        var total: Int?
    }

    private let state = Locked(State())

    /// The temporary paths of the resumable downloads in progress.
    private static let busyPaths = Locked<Set<String>>([])

    /// Creates the empty file, so that an unwritable path is detected before anything is sent.
    ///
    /// A resumable file that exists is continued.
    init(_ path: String, isResumable: Bool = false) throws {
        self.path = path
        self.isResumable = isResumable
        let (folder, name) = Self.split(path)
        guard !name.isEmpty else { throw FileFailure(.unwritable, "'\(path)' is a folder") }
        let number = isResumable ? "" : ".\(UInt64.random(in: .min ... .max))"
        partialPath = "\(folder).\(name.prefix(100))\(number).part"
        if isResumable { try Self.claim(partialPath) }
        state.withLock { $0.isOpen = true }
        do {
            if isResumable { try reopen() } else { try open(creating: true) }
        } catch {
            release(keeping: isResumable)
            throw error
        }
    }

    deinit {
        release(keeping: isResumable)
    }

    private static func claim(_ path: String) throws {
        guard busyPaths.withLock({ $0.insert(path).inserted }) else {
            throw FileFailure(.unwritable, "another download writes '\(path)'")
        }
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

    /// Opens the file of an earlier download if its source is known, else a new one.
    private func reopen() throws {
        guard let source = PartialSource(path: sourcePath), let size = FileStatus(path: partialPath)?.size, size > 0,
            let descriptor = try? FileDescriptor.open(FilePath(partialPath), .writeOnly, options: [.append])
        else {
            SmallFile.remove(sourcePath)
            SmallFile.remove(partialPath)
            return try open(creating: true)
        }
        state.withLock { state in
            state.descriptor = descriptor
            state.bytes = size
            state.source = source
        }
    }

    /// The path of the source.
    private var sourcePath: String { partialPath + ".json" }

    /// Begins the content, discarding earlier content.
    func restart() throws {
        if isResumable { SmallFile.remove(sourcePath) }
        if state.withLock({ $0.bytes > 0 || $0.descriptor == nil }) {
            close()
            try open(creating: false)
        }
        state.withLock { state in
            state.bytes = 0
            state.hasBegun = true
            state.source = nil
            state.total = nil
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
        release(keeping: false)
    }

    /// Ends the use of the temporary file, which is removed unless it can be continued later.
    func release(keeping isKept: Bool) {
        close()
        let (wasOpen, canContinue) = state.withLock { state in
            defer { state.isOpen = false }
            return (state.isOpen, state.source != nil && state.bytes > 0)
        }
        guard wasOpen else { return }
        if !isResumable || !isKept || !canContinue {
            SmallFile.remove(partialPath)
            if isResumable { SmallFile.remove(sourcePath) }
        }
        if isResumable { Self.busyPaths.withLock { _ = $0.remove(partialPath) } }
    }
}

extension PartialFile {
    /// Moves the file to its path atomically; an existing file is replaced.
    func commit() async throws {
        close()
        do {
            try await Self.move(partialPath, to: path)
        } catch {
            throw FileFailure(.unwritable, "cannot replace '\(path)'", underlying: error)
        }
        release(keeping: false)
    }
}

extension PartialFile {
    /// The content so far of a URI and its validator, if the rest can be requested; nil for the whole content.
    func resumption(of url: String) -> (offset: Int, validator: String)? {
        state.withLock { state in
            state.hasBegun = false
            state.requestedOffset = nil
            guard let source = state.source, source.url == url, state.bytes > 0 else { return nil }
            state.requestedOffset = state.bytes
            return (state.bytes, source.validator)
        }
    }

    /// Begins the content of a response, or continues it with a partial one, RFC 9110 §15.3.7.
    /// - Throws: ``RangeMismatch`` if a partial response is not the requested one.
    func begin(_ status: Int, _ fields: HTTPFields, url: String, ofRange isOfRange: Bool) throws {
        let (offset, source, total) = state.withLock { ($0.requestedOffset, $0.source, $0.total) }
        guard status == 206, let offset, let source else {
            guard status != 206 || isOfRange else { throw RangeMismatch(value: fields[.contentRange], offset: 0) }
            try restart()
            return try note(PartialSource(url: url, status, fields))
        }
        let known = total ?? source.total
        guard let range = ContentRange(fields), range.first == offset, range.isPart(of: known),
            source.isConfirmed(by: fields)
        else {
            forgetSource()
            throw RangeMismatch(value: fields[.contentRange], offset: offset)
        }
        state.withLock { state in
            state.hasBegun = true
            state.total = known ?? range.total
        }
    }

    /// Whether the file has all bytes that the responses announced.
    var isComplete: Bool { state.withLock { $0.total == nil || $0.total == $0.bytes } }

    /// `Content-Type` of the content so far, which partial responses may lack.
    var contentType: String? { state.withLock { $0.source?.contentType } }

    /// Makes the next request one for the whole content.
    func forgetSource() {
        state.withLock { $0.source = nil }
        if isResumable { SmallFile.remove(sourcePath) }
    }

    private func note(_ source: PartialSource?) throws {
        state.withLock { $0.source = source }
        if isResumable, let source { try source.write(to: sourcePath) }
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
