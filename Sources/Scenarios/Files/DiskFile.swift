#if canImport(Darwin)
    internal import Darwin
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Glibc
#endif

/// Access to the file system by the C library.
///
/// Foundation answers the same questions with dictionaries of attributes, for which it looks up names of users and groups:
/// that was a tenth of the time in which a server starts.
package enum DiskFile {
    /// Why a file or folder could not be read.
    package struct Failure: Error {
        package var reason: String

        package init(reason: String) {
            self.reason = reason
        }
    }

    package enum Kind {
        case file
        case folder
        /// A device, a pipe or a socket, which reading might block on.
        case other
    }

    static func exists(_ path: String) -> Bool {
        kind(of: path) != nil
    }

    /// The absolute path without symbolic links; the path itself if nothing exists there.
    package static func realPath(_ path: String) -> String {
        guard let resolved = unsafe realpath(path, nil) else { return path }
        defer { unsafe free(resolved) }
        return unsafe String(cString: resolved)
    }

    /// The kind of file at the end of a path and its links; nil if the file does not exist.
    package static func kind(of path: String) -> Kind? {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return nil }
        return kind(status)
    }

    /// A state of a file.
    struct Version: Sendable, Hashable {
        /// The number of the file in its file system; editors that replace a file change it.
        let inode: UInt64
        let size: Int
        /// Of the last change, since 1970.
        let seconds: Int
        let nanoseconds: Int

        /// Whether every later change gives the file another version: file systems round times, to up to two seconds.
        var isSettled: Bool { seconds < time(nil) - 2 }
    }

    /// The version of the regular file at the end of a path and its links; nil if there is none.
    static func version(of path: String) -> Version? {
        var status = stat()
        guard unsafe stat(path, &status) == 0, kind(status) == .file else { return nil }
        #if canImport(Darwin)
            let time = status.st_mtimespec
        #else
            let time = status.st_mtim
        #endif
        return Version(
            inode: UInt64(status.st_ino),
            size: Int(status.st_size),
            seconds: Int(time.tv_sec),
            nanoseconds: Int(time.tv_nsec)
        )
    }

    /// Whether the path itself is a symbolic link, wherever that leads.
    package static func isLink(_ path: String) -> Bool {
        var status = stat()
        return unsafe lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
    }

    /// The names in a folder, in no particular order.
    static func names(in folder: String) throws(Failure) -> [String] {
        guard let stream = unsafe opendir(folder) else { throw Failure(reason: "the folder cannot be read") }
        defer { unsafe closedir(stream) }
        var names: [String] = []
        while let entry = unsafe readdir(stream) {
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { name in
                unsafe name.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: name.pointee)) {
                    unsafe String(cString: $0)
                }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }

    /// The bytes of a regular file of at most `limit` bytes.
    package static func contents(of path: String, limit: Int) throws(Failure) -> [UInt8] {
        let file = try OpenFile(path)
        guard file.size <= limit else {
            throw Failure(reason: "'\(path)' is larger than \(limit >> 20) MiB")
        }
        guard let bytes = file.bytes(at: 0, count: file.size) else {
            throw Failure(reason: "'\(path)' cannot be read")
        }
        return bytes
    }

    /// Opens a regular file for reading; the caller closes it.
    static func open(_ path: String) throws(Failure) -> (descriptor: Int32, size: Int) {
        // What is not a regular file might block where it is opened: a pipe without a writer.
        guard let found = kind(of: path) else { throw Failure(reason: "'\(path)' does not exist or is not accessible") }
        guard found == .file else { throw Failure(reason: "'\(path)' is not a regular file") }
        let descriptor = systemOpen(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw Failure(reason: "'\(path)' cannot be read") }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0, kind(status) == .file else {
            close(descriptor)
            throw Failure(reason: "'\(path)' is not a regular file")
        }
        return (descriptor, Int(status.st_size))
    }

    static func close(_ descriptor: Int32) {
        _ = systemClose(descriptor)
    }

    /// The bytes from a place on, fewer at the end of the file; nil on an error.
    static func read(_ descriptor: Int32, at offset: Int, count size: Int) -> [UInt8]? {
        var isWhole = true
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            while isWhole, count < size {
                let start = unsafe buffer.baseAddress.map { unsafe $0 + count }
                let length = unsafe pread(descriptor, start, size - count, off_t(offset + count))
                if length == 0 { return }
                if length > 0 { count += length } else { isWhole = errno == EINTR }
            }
        }
        return isWhole ? bytes : nil
    }

    private static func kind(_ status: stat) -> Kind {
        switch status.st_mode & S_IFMT {
        case S_IFREG: .file
        case S_IFDIR: .folder
        default: .other
        }
    }
}

// The functions above have the same names.
private let systemClose = close(_:)

private func systemOpen(_ path: String, _ flags: Int32) -> Int32 {
    unsafe open(path, flags)
}

/// A regular file that is open for reading, with its size; closed with its last reference.
///
/// Its bytes stay those of the file that was opened, whatever is renamed onto its path meanwhile.
package final class OpenFile: Sendable {
    package let size: Int
    private let descriptor: Int32

    /// Opens the file at the end of a path and its links.
    ///
    /// - Throws: `DiskFile.Failure` when there is none, or when it is not a regular file.
    package init(_ path: String) throws(DiskFile.Failure) {
        (descriptor, size) = try DiskFile.open(path)
    }

    deinit {
        DiskFile.close(descriptor)
    }

    /// The bytes from a place on, fewer where the file has shrunk since; nil when it cannot be read.
    package func bytes(at offset: Int, count: Int) -> [UInt8]? {
        DiskFile.read(descriptor, at: offset, count: count)
    }
}
