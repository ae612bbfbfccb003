#if canImport(Darwin)
    internal import Darwin
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Glibc
#endif

/// What the reader needs of the file system, straight from the C library.
///
/// Foundation answers the same questions with dictionaries of attributes, for which it looks up names of users and groups:
/// that was a tenth of the time in which a server starts.
enum DiskFile {
    /// Why a file or folder could not be read.
    struct Failure: Error {
        var reason: String
    }

    enum Kind {
        case file
        case folder
        /// A device, a pipe or a socket, which reading might block on.
        case other
    }

    static func exists(_ path: String) -> Bool {
        kind(of: path) != nil
    }

    /// The absolute path without symbolic links; the path itself when nothing lies there.
    static func realPath(_ path: String) -> String {
        guard let resolved = unsafe realpath(path, nil) else { return path }
        defer { unsafe free(resolved) }
        return unsafe String(cString: resolved)
    }

    /// What lies at the end of a path and its links; nil when nothing does.
    static func kind(of path: String) -> Kind? {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return nil }
        return kind(status)
    }

    /// The names in a folder, in no particular order.
    static func names(in folder: String) throws(Failure) -> [String] {
        guard let stream = unsafe opendir(folder) else { throw Failure(reason: "the folder can not be read") }
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

    static func contents(of path: String, limit: Int) throws(Failure) -> [UInt8] {
        // What is no regular file might block where it is opened: a pipe without a writer.
        guard kind(of: path) == .file else { throw Failure(reason: "'\(path)' is no regular file") }
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw Failure(reason: "'\(path)' can not be read") }
        defer { close(descriptor) }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0, kind(status) == .file else {
            throw Failure(reason: "'\(path)' is no regular file")
        }
        guard status.st_size <= limit else {
            throw Failure(reason: "'\(path)' is larger than \(limit >> 20) MiB")
        }
        guard let bytes = bytes(of: descriptor, size: Int(status.st_size)) else {
            throw Failure(reason: "'\(path)' can not be read")
        }
        return bytes
    }

    /// As many bytes as the file had a moment ago, or fewer when it has shrunk since; nil on an error.
    private static func bytes(of descriptor: Int32, size: Int) -> [UInt8]? {
        var isWhole = true
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            while isWhole, count < size {
                let length = unsafe read(descriptor, buffer.baseAddress.map { unsafe $0 + count }, size - count)
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
