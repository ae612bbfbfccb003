#if DiskCache
    import GRDB
    public import HALClient
    public import Logging

    /// Keeps the answers of a cache in a SQLite database, for the next run too.
    ///
    /// ```swift
    /// let cache = CacheMiddleware(store: DiskCacheStore(path: "/var/cache/pump-app/answers.sqlite"), servesOffline: true)
    /// ```
    ///
    /// When `store` has returned, the answer survives a crash of the process, whenever it comes; what the system itself loses
    /// when it goes down is the last answers at most, and never the rest. A database that is damaged is set aside, as
    /// `answers.sqlite.damaged`, and a new one begun; the log says so. Nobody but its owner can read the file.
    ///
    /// One store at a time should have a file; several, of several processes too, wait for each other.
    public actor DiskCacheStore: CacheStore {
        private let file: DatabaseFile
        private let limits: DiskCacheLimits
        private let logger: Logger
        /// Nil until it is needed, and again when it was set aside.
        private var database: AnswerDatabase?
        /// Whether it could not be opened; there is no second try, which would cost every call.
        private var isUnusable = false

        /// Makes a store in a file, which is opened when it is first needed; its folder must exist.
        public init(
            path: String,
            limits: DiskCacheLimits = DiskCacheLimits(),
            logger: Logger = Logger(label: "hypermock.disk-cache")
        ) {
            file = DatabaseFile(path: path)
            self.limits = limits
            self.logger = logger
        }

        /// All answers that are kept for a key.
        public func answers(for key: CacheKey) async -> [StoredAnswer] {
            await use { try await $0.answers(for: key) } ?? []
        }

        /// Keeps an answer, in place of the one with the same variant; one larger than a quarter of the limit is not kept.
        public func store(_ answer: StoredAnswer, for key: CacheKey) async {
            let limits = limits
            await use { try await $0.store(answer, for: key, limits) }
        }

        /// Forgets all answers for a key.
        public func removeAnswers(for key: CacheKey) async {
            await use { try await $0.removeAnswers(for: key) }
        }

        /// Forgets everything.
        public func removeAll() async {
            await use { try await $0.removeAll() }
        }

        /// Does something with the database, once more with a new one if this one turns out to be damaged.
        @discardableResult
        private func use<Result: Sendable>(
            _ work: @Sendable (AnswerDatabase) async throws -> Result
        ) async -> Result? {
            for _ in 0..<2 {
                guard let database = opened() else { return nil }
                do {
                    return try await work(database)
                } catch let error as DatabaseError where error.isDamage {
                    setAside(database, error)
                } catch {
                    logger.error("the cache can not be used", metadata: ["error": "\(error)"])
                    return nil
                }
            }
            return nil
        }

        private func opened() -> AnswerDatabase? {
            guard database == nil, !isUnusable else { return database }
            do {
                database = try AnswerDatabase(file)
            } catch let error as DatabaseError where error.isDamage {
                setAside(nil, error)
                database = try? AnswerDatabase(file)
            } catch {
                logger.error("the cache can not be opened", metadata: ["path": "\(file.path)", "error": "\(error)"])
            }
            isUnusable = database == nil
            return database
        }

        /// Others may have noticed the damage before, while this one waited.
        private func setAside(_ damaged: AnswerDatabase?, _ error: DatabaseError) {
            guard damaged === database else { return }
            logger.error(
                "the cache is damaged; it is set aside and a new one begun",
                metadata: ["path": "\(file.damagedPath)", "error": "\(error.resultCode)"]
            )
            try? database?.close()
            database = nil
            file.setAside()
        }
    }

    extension DatabaseError {
        /// Whether the file is no database, or not what it should be; waiting or trying again does not help.
        fileprivate var isDamage: Bool {
            resultCode == .SQLITE_CORRUPT || resultCode == .SQLITE_NOTADB || resultCode == .SQLITE_ERROR
                || resultCode == .SQLITE_MISMATCH
        }
    }
#endif
