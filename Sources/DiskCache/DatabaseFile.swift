#if DiskCache
    #if canImport(FoundationEssentials)
        import FoundationEssentials
    #else
        import Foundation
    #endif

    /// Where a database lies, with what SQLite puts beside it.
    struct DatabaseFile: Sendable {
        let path: String

        private static let companions = ["", "-wal", "-shm"]

        /// Where it goes when it is damaged; an earlier one there is lost.
        var damagedPath: String { path + ".damaged" }

        /// Makes an empty file that its owner alone can read; SQLite gives what it puts beside it the same rights.
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
