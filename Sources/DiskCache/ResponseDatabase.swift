#if DiskCache
    import GRDB
    import HAL
    import HALClient

    #if canImport(FoundationEssentials)
        import FoundationEssentials
    #else
        import Foundation
    #endif

    /// The table of stored responses.
    ///
    /// The write-ahead log makes each change atomic; an acknowledged change is in the log.
    final class ResponseDatabase: Sendable {
        private let queue: DatabaseQueue

        /// Opens or creates the file, and checks its integrity and schema.
        init(_ file: DatabaseFile) throws {
            file.create()
            var configuration = Configuration()
            configuration.journalMode = .wal
            configuration.busyMode = .timeout(5)
            queue = try DatabaseQueue(path: file.path, configuration: configuration)
            try queue.write { database in
                let problems = try String.fetchAll(database, sql: "PRAGMA quick_check(1)")
                guard problems == ["ok"] else {
                    throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: problems.first)
                }
                try database.execute(sql: Self.schema)
                // Fails if an earlier table of that name has other columns.
                _ = try Row.fetchOne(database, sql: "SELECT asker, \(Self.columns), size, lastUse FROM answer LIMIT 1")
            }
        }

        func close() throws {
            try queue.close()
        }

        func responses(for key: CacheKey) async throws -> [StoredResponse] {
            let (responses, isLongUnused) = try await queue.read { database in
                let rows = try Row.fetchAll(
                    database,
                    sql: "SELECT \(Self.columns), lastUse < \(Self.now) - \(Self.useResolution) AS isLongUnused "
                        + "FROM answer WHERE asker = ? AND url = ?",
                    arguments: [key.partition, key.url]
                )
                return (rows.compactMap(StoredResponse.init), rows.contains { $0["isLongUnused"] == true })
            }
            if isLongUnused { try await markUse(of: key) }
            return responses
        }

        func store(_ response: StoredResponse, for key: CacheKey, _ limits: DiskCacheLimits) async throws {
            let row = StoredRow(response)
            guard row.size <= limits.bytes / 4 else { return try await removeResponses(for: key) }
            try await queue.write { database in
                try database.execute(
                    sql: "INSERT OR REPLACE INTO answer (asker, url, \(Self.columns), size, lastUse) "
                        + "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, \(Self.now))",
                    arguments: [
                        key.partition, key.url, row.variant, response.status, row.fields, row.body,
                        row.requestedAt, row.receivedAt, row.size,
                    ]
                )
                try Self.makeRoom(in: database, limits)
            }
        }

        func removeResponses(for key: CacheKey) async throws {
            try await queue.write { database in
                try database.execute(
                    sql: "DELETE FROM answer WHERE asker = ? AND url = ?",
                    arguments: [key.partition, key.url]
                )
            }
        }

        func removeAll() async throws {
            try await queue.write { try $0.execute(sql: "DELETE FROM answer") }
        }

        private func markUse(of key: CacheKey) async throws {
            try await queue.write { database in
                try database.execute(
                    sql: "UPDATE answer SET lastUse = \(Self.now) WHERE asker = ? AND url = ?",
                    arguments: [key.partition, key.url]
                )
            }
        }

        /// Removes the least recently used responses until the rest is within the limits.
        private static func makeRoom(in database: Database, _ limits: DiskCacheLimits) throws {
            while let sum = try Row.fetchOne(
                database,
                sql: "SELECT count(*) AS answers, total(size) AS bytes FROM answer"
            ),
                sum["answers"] > limits.responses || sum["bytes"] > Double(limits.bytes)
            {
                // A tenth more than necessary, so that not every later response has to make room.
                let surplus = max(1, (sum["answers"] as Int) / 10)
                try database.execute(
                    sql: "DELETE FROM answer WHERE rowid IN (SELECT rowid FROM answer ORDER BY lastUse, rowid LIMIT ?)",
                    arguments: [surplus]
                )
            }
        }
    }

    extension ResponseDatabase {
        fileprivate static let columns = "variant, status, fields, body, requestedAt, receivedAt"
        /// Not `unixepoch()`, which needs SQLite 3.38.
        fileprivate static let now = "CAST(strftime('%s', 'now') AS INTEGER)"
        /// In seconds: recording each use would turn each read into a write.
        fileprivate static let useResolution = 600

        fileprivate static let schema = """
            CREATE TABLE IF NOT EXISTS answer (
                asker TEXT NOT NULL,
                url TEXT NOT NULL,
                variant TEXT NOT NULL,
                status INTEGER NOT NULL,
                fields TEXT NOT NULL,
                body BLOB NOT NULL,
                requestedAt INTEGER NOT NULL,
                receivedAt INTEGER NOT NULL,
                size INTEGER NOT NULL,
                lastUse INTEGER NOT NULL,
                UNIQUE (asker, url, variant)
            );
            CREATE INDEX IF NOT EXISTS answerByUse ON answer (lastUse, size);
            """
    }
#endif
