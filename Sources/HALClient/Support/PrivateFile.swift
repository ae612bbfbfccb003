#if canImport(Glibc)
    private import Glibc
#elseif canImport(Musl)
    private import Musl
#else
    private import Darwin
#endif

/// A small file that only its owner can read and write.
///
/// A replacement is written to a draft, synchronized and renamed, so that there is always one complete file.
struct PrivateFile {
    let path: String

    private static let limit = 1 << 20

    /// Reads the whole file; nil if it does not exist.
    ///
    /// - Throws: ``TokenStoreError`` if it is not a regular file, belongs to another user, is readable by others or too
    ///   large.
    func read(evenIfOthersCan: Bool = false) throws(TokenStoreError) -> [UInt8]? {
        let file = unsafe open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else {
            switch errno {
            case ENOENT: return nil
            case ELOOP: throw problem(.notOurs, "is a symbolic link")
            default: throw systemProblem("cannot be opened")
            }
        }
        defer { close(file) }
        try check(file, evenIfOthersCan)
        return try bytes(of: file)
    }

    /// Replaces the content of the file.
    func replace(with bytes: [UInt8]) throws(TokenStoreError) {
        unsafe unlink(draft)
        let file = unsafe open(draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw systemProblem("cannot be written") }
        do throws(TokenStoreError) {
            defer { close(file) }
            try write(bytes, to: file)
            guard unsafe rename(draft, path) == 0 else { throw systemProblem("cannot be written") }
        } catch {
            unsafe unlink(draft)
            throw error
        }
        try bringFolderToDisk()
    }

    /// Removes the file; without effect if it does not exist.
    func remove() throws(TokenStoreError) {
        guard unsafe unlink(path) == 0 || errno == ENOENT else { throw systemProblem("cannot be removed") }
        try bringFolderToDisk()
    }

    /// The path of the draft; one that a crash has left is overwritten.
    private var draft: String { path + ".new" }

    private func check(_ file: Int32, _ evenIfOthersCan: Bool) throws(TokenStoreError) {
        guard let status = FileStatus(descriptor: file) else { throw systemProblem("cannot be read") }
        guard status.isRegular else { throw problem(.notOurs, "is not a regular file") }
        guard status.owner == geteuid() else { throw problem(.notOurs, "belongs to another user") }
        guard evenIfOthersCan || !status.isOpenToOthers else {
            throw problem(.readableByOthers, "can be read by other users; restrict it to its owner (chmod 600)")
        }
        guard status.size <= Self.limit else { throw problem(.notOurs, "is too large for a token file") }
    }

    private func bytes(of file: Int32) throws(TokenStoreError) -> [UInt8] {
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 16 << 10)
        while bytes.count <= Self.limit {
            let count = Self.repeating { unsafe systemRead(file, &part, part.count) }
            guard count >= 0 else { throw systemProblem("cannot be read") }
            guard count > 0 else { return bytes }
            bytes += part.prefix(count)
        }
        throw problem(.notOurs, "is too large for a token file")
    }

    private func write(_ bytes: [UInt8], to file: Int32) throws(TokenStoreError) {
        // Independent of the process's umask.
        guard fchmod(file, 0o600) == 0 else { throw systemProblem("cannot be written") }
        var rest = bytes[...]
        while !rest.isEmpty {
            let part = Array(rest)
            let count = Self.repeating { unsafe systemWrite(file, part, part.count) }
            guard count > 0 else { throw systemProblem("cannot be written") }
            rest = rest.dropFirst(count)
        }
        guard fsync(file) == 0 else { throw systemProblem("cannot be synchronized to disk") }
    }

    /// Synchronizes the folder; without this, a crash may lose the renaming.
    private func bringFolderToDisk() throws(TokenStoreError) {
        let end = path.lastIndex(of: "/")
        let folder = end.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        let file = unsafe open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard file >= 0 else { return }
        defer { close(file) }
        // Some file systems do not support this for folders.
        guard fsync(file) == 0 || errno == EINVAL else { throw systemProblem("cannot be synchronized to disk") }
    }

    /// Repeats a system call that a signal interrupts.
    private static func repeating(_ work: () -> Int) -> Int {
        while true {
            let result = work()
            guard result < 0, errno == EINTR else { return result }
        }
    }

    private func systemProblem(_ message: String) -> TokenStoreError {
        let reason = unsafe String(cString: strerror(errno))
        return problem(.unavailable, "\(message): \(reason)")
    }

    private func problem(_ code: TokenStoreError.Code, _ message: String) -> TokenStoreError {
        TokenStoreError(code, "'\(path)' \(message)")
    }
}

// The methods above have the same names.
private let systemRead = unsafe read(_:_:_:)
private let systemWrite = unsafe write(_:_:_:)

/// The status of a file, from the C library.
///
/// Foundation's dictionary of attributes has the size as a different type on each platform, and as a third one with
/// only FoundationEssentials.
struct FileStatus {
    let isRegular: Bool
    let size: Int
    /// The user ID of the owner.
    let owner: UInt32
    let isOpenToOthers: Bool

    /// The status of the file at a path, following links; nil if it does not exist.
    init?(path: String) {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return nil }
        self.init(status)
    }

    /// The status of an open file.
    init?(descriptor: Int32) {
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { return nil }
        self.init(status)
    }

    private init(_ status: stat) {
        isRegular = status.st_mode & S_IFMT == S_IFREG
        size = Int(status.st_size)
        owner = UInt32(status.st_uid)
        isOpenToOthers = status.st_mode & 0o077 != 0
    }
}
