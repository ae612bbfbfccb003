#if DiskCache
    import GRDB
    public import HALClient
    public import Logging

    #if canImport(FoundationEssentials)
        import FoundationEssentials
    #else
        import Foundation
    #endif

    /// Stores cached responses in a SQLite database, which later runs use too.
    ///
    /// ```swift
    /// let cache = CacheMiddleware(store: DiskCacheStore(path: "/var/cache/pump-app/responses.sqlite"), servesOffline: true)
    /// ```
    ///
    /// When `store` has returned, the response survives a crash of the process; a crash of the system loses at most the
    /// last responses. A damaged database is renamed to `responses.sqlite.damaged` and replaced by a new one, and the log
    /// reports it. Only its owner can read the file.
    ///
    /// Use one store for a file; several stores, also in several processes, wait for each other.
    public actor DiskCacheStore: CacheStore {
        private let file: DatabaseFile
        private let limits: DiskCacheLimits
        private let logger: Logger
        /// Nil until it is needed, and after it was set aside.
        private var database: ResponseDatabase?
        /// Whether it could not be opened; the store does not try again, because that would slow every call.
        private var isUnusable = false

        /// Makes a store for a file, which is opened at its first use; its folder must exist.
        public init(
            path: String,
            limits: DiskCacheLimits = DiskCacheLimits(),
            logger: Logger = Logger(label: "hypermock.disk-cache")
        ) {
            file = DatabaseFile(path: path)
            self.limits = limits
            self.logger = logger
        }

        /// The stored responses of a key.
        public func responses(for key: CacheKey) async -> [StoredResponse] {
            await use { try await $0.responses(for: key) } ?? []
        }

        /// Stores a response in place of the one with the same variant; one larger than a quarter of the limit is not
        /// stored.
        public func store(_ response: StoredResponse, for key: CacheKey) async {
            let limits = limits
            await use { try await $0.store(response, for: key, limits) }
        }

        /// Removes the stored responses of a key.
        public func removeResponses(for key: CacheKey) async {
            await use { try await $0.removeResponses(for: key) }
        }

        /// Removes all stored responses.
        public func removeAll() async {
            await use { try await $0.removeAll() }
        }

        /// Runs `work` with the database, and once more with a new database if this one is damaged.
        @discardableResult
        private func use<Result: Sendable>(
            _ work: @Sendable (ResponseDatabase) async throws -> Result
        ) async -> Result? {
            for _ in 0..<2 {
                guard let database = opened() else { return nil }
                do {
                    return try await work(database)
                } catch let error as DatabaseError where error.isDamage {
                    setAside(database, error)
                } catch {
                    logger.error("the cache cannot be used", metadata: ["error": "\(error)"])
                    return nil
                }
            }
            return nil
        }

        private func opened() -> ResponseDatabase? {
            guard database == nil, !isUnusable else { return database }
            do {
                database = try ResponseDatabase(file)
            } catch let error as DatabaseError where error.isDamage {
                setAside(nil, error)
                database = try? ResponseDatabase(file)
            } catch {
                logger.error("the cache cannot be opened", metadata: ["path": "\(file.path)", "error": "\(error)"])
            }
            isUnusable = database == nil
            return database
        }

        /// Without effect if another call has set the database aside meanwhile.
        private func setAside(_ damaged: ResponseDatabase?, _ error: DatabaseError) {
            guard damaged === database else { return }
            logger.error(
                "the cache is damaged; it was set aside and replaced",
                metadata: ["path": "\(file.damagedPath)", "error": "\(error.resultCode)"]
            )
            try? database?.close()
            database = nil
            file.setAside()
        }
    }

    extension DatabaseError {
        /// Whether the file is not a database or has another schema, so that retrying does not help.
        fileprivate var isDamage: Bool {
            resultCode == .SQLITE_CORRUPT || resultCode == .SQLITE_NOTADB || resultCode == .SQLITE_ERROR
                || resultCode == .SQLITE_MISMATCH
        }
    }

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

/// The limits of a cache on disk; the least recently used responses are removed first.
public struct DiskCacheLimits: Sendable, Hashable {
    /// The approximate size of all responses in bytes.
    public var bytes: Int
    /// The number of responses.
    public var responses: Int

    /// Makes limits.
    public init(bytes: Int = 64 << 20, responses: Int = 10_000) {
        self.bytes = max(bytes, 0)
        self.responses = max(responses, 0)
    }
}
