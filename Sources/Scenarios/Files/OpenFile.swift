/// A regular file that is open for reading, with the size that it had then; closed when the last reference goes.
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
