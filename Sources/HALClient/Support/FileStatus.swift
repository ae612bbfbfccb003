#if canImport(Glibc)
    private import Glibc
#elseif canImport(Musl)
    private import Musl
#else
    private import Darwin
#endif

/// The facts of a file, straight from the C library.
///
/// Foundation's dictionary of attributes holds the size as another type on each platform, and as a third one where only
/// FoundationEssentials is linked.
struct FileStatus {
    let isRegular: Bool
    let size: Int
    /// The number of the user that it belongs to.
    let owner: UInt32
    let isOpenToOthers: Bool

    /// The file at the end of a path and its links; nil when there is none.
    init?(path: String) {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return nil }
        self.init(status)
    }

    /// An open file.
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
