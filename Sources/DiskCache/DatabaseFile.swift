#if DiskCache
    #if canImport(FoundationEssentials)
        import FoundationEssentials
    #else
        import Foundation
    #endif

    /// The path of a database and of its companion files.
    struct DatabaseFile: Sendable {
        let path: String

        private static let companions = ["", "-wal", "-shm"]

        /// The path for a damaged database; an earlier one there is overwritten.
        var damagedPath: String { path + ".damaged" }

        /// Creates an empty file that only its owner can read; SQLite gives its companion files the same permissions.
        func create() {
            guard !FileManager.default.fileExists(atPath: path) else { return }
            _ = FileManager.default.createFile(atPath: path, contents: nil, attributes: [.posixPermissions: 0o600])
        }

        func setAside() {
            for suffix in Self.companions {
                try? FileManager.default.removeItem(atPath: damagedPath + suffix)
                try? FileManager.default.moveItem(atPath: path + suffix, toPath: damagedPath + suffix)
            }
        }
    }
#endif
