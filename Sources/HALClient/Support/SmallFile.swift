#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Reads files that fit in memory.
enum SmallFile {
    /// The reason why a file was not read.
    enum ReadError: Error, CustomStringConvertible {
        case missing
        case notRegular
        case tooLarge(limit: Int)

        var description: String {
            switch self {
            case .missing: "the file does not exist"
            case .notRegular: "it is not a regular file"
            case .tooLarge(let limit): "it is larger than \(limit) bytes"
            }
        }
    }

    /// The bytes of a regular file of at most `limit` bytes.
    static func read(_ path: String, limit: Int) throws -> [UInt8] {
        guard let size = try regularFileSize(path) else { throw ReadError.notRegular }
        guard size <= limit else { throw ReadError.tooLarge(limit: limit) }
        let bytes = Array(try Data(contentsOf: URL(filePath: path)))
        guard bytes.count <= limit else { throw ReadError.tooLarge(limit: limit) }
        return bytes
    }

    /// Removes a file if it exists.
    static func remove(_ path: String) {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// The size of a file in bytes; nil if it is a folder, a device or a pipe.
    static func regularFileSize(_ path: String) throws -> Int? {
        guard let status = FileStatus(path: path) else { throw ReadError.missing }
        return status.isRegular ? status.size : nil
    }
}
