#if DiskCache
    import DiskCache
    import Foundation
    import HALClient
    import HTTPTypes
    import Logging
    import Testing

    /// Real files in a real folder.
    @Suite final class DiskCacheStoreTests {
        private let folder = FileManager.default.temporaryDirectory.appending(path: "hypermock-\(UUID().uuidString)")
        private var path: String { folder.appending(path: "answers.sqlite").path() }
        private let key = CacheKey(url: "https://fp.example.com/stations")

        init() throws {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        }

        deinit {
            try? FileManager.default.removeItem(at: folder)
        }

        private func answer(_ text: String, variant: [String: String] = [:], size: Int = 0) -> StoredResponse {
            StoredResponse(
                status: 203,
                fields: [.contentType: "text/plain", .setCookie: "a=1", .setCookie: "b=\"2\"", .eTag: "\"\(text)\""],
                body: Array(text.utf8) + Array(repeating: 0xFF, count: size),
                variant: variant,
                requestedAt: WallTime(sinceEpoch: .milliseconds(1_700_000_000_250)),
                receivedAt: WallTime(sinceEpoch: .milliseconds(1_700_000_000_500))
            )
        }

        @Test func keepsAnswersForTheNextRun() async {
            let first = answer("first", variant: ["accept": "text/plain", "accept-language": "de"])
            await DiskCacheStore(path: path).store(first, for: key)
            let next = DiskCacheStore(path: path)
            #expect(await next.responses(for: key) == [first])
            #expect(await next.responses(for: CacheKey(partition: "jsmith", url: key.url)).isEmpty)
        }

        @Test func keepsOneAnswerForEachVariant() async {
            let store = DiskCacheStore(path: path)
            for text in ["old", "new"] {
                for language in ["de", "en"] {
                    await store.store(answer(text, variant: ["accept-language": language]), for: key)
                }
            }
            #expect(await store.responses(for: key).map(\.fields[.eTag]) == ["\"new\"", "\"new\""])
            await store.removeResponses(for: key)
            #expect(await store.responses(for: key).isEmpty)
        }

        @Test func forgetsEverything() async {
            let store = DiskCacheStore(path: path)
            await store.store(answer("a"), for: key)
            await store.removeAll()
            #expect(await store.responses(for: key).isEmpty)
        }

        @Test func keepsNoMoreThanItMay() async {
            let store = DiskCacheStore(path: path, limits: DiskCacheLimits(bytes: 100_000, responses: 30))
            var kept: [Int] = []
            for number in 0..<60 {
                await store.store(answer("\(number)", size: 9_000), for: CacheKey(url: "\(number)"))
            }
            for number in 0..<60 where await !store.responses(for: CacheKey(url: "\(number)")).isEmpty {
                kept.append(number)
            }
            #expect((5...10).contains(kept.count))
            #expect(kept.last == 59)
            await store.store(answer("large", size: 30_000), for: key)
            #expect(await store.responses(for: key).isEmpty)
        }

        @Test func keepsNoMoreAnswersThanItMay() async {
            let store = DiskCacheStore(path: path, limits: DiskCacheLimits(responses: 30))
            var kept: [Int] = []
            for number in 0..<100 { await store.store(answer("\(number)"), for: CacheKey(url: "\(number)")) }
            for number in 0..<100 where await !store.responses(for: CacheKey(url: "\(number)")).isEmpty {
                kept.append(number)
            }
            #expect((20...30).contains(kept.count))
            #expect(kept.last == 99)
        }

        @Test func isForItsOwnerAlone() async throws {
            await DiskCacheStore(path: path).store(answer("a"), for: key)
            let attributes = try FileManager.default.attributesOfItem(atPath: path)
            #expect(attributes[.posixPermissions] as? Int == 0o600)
        }

        @Test func isAnEmptyCacheWhereNoFileCanBe() async {
            let store = DiskCacheStore(path: folder.appending(path: "missing/answers.sqlite").path())
            await store.store(answer("a"), for: key)
            #expect(await store.responses(for: key).isEmpty)
        }

        @Test("What is damaged is set aside", arguments: ["noise", "cut", "torn", "other", "loose"])
        func beginsAnewAfterDamage(kind: String) async throws {
            var old: DiskCacheStore? = DiskCacheStore(path: path)
            for number in 0..<300 { await old?.store(answer("\(number)", size: 500), for: CacheKey(url: "\(number)")) }
            old = nil
            try Self.damage(path, kind)
            let log = LogLines()
            let store = DiskCacheStore(path: path, logger: log.logger)
            for number in 0..<300 { _ = await store.responses(for: CacheKey(url: "\(number)")) }
            await store.store(answer("new"), for: key)
            #expect(await store.responses(for: key).map(\.fields[.eTag]) == ["\"new\""])
            guard kind != "loose" else { return }
            #expect(FileManager.default.fileExists(atPath: path + ".damaged"))
            #expect(log.lines.contains { $0.contains("damaged") })
        }

        private static func damage(_ path: String, _ kind: String) throws {
            // The write-ahead log would repair the file.
            _ = try shell("sqlite3 '\(path)' 'PRAGMA wal_checkpoint(TRUNCATE)'")
            let file = try FileHandle(forUpdating: URL(filePath: path))
            defer { try? file.close() }
            let size = try file.seekToEnd()
            #expect(size > 100_000)
            switch kind {
            case "noise": try Data("no database at all".utf8).write(to: URL(filePath: path))
            case "cut": try file.truncate(atOffset: size / 2 + 100)
            case "torn":
                try file.seek(toOffset: 4096)
                try file.write(contentsOf: Data(repeating: 0x5A, count: Int(size) / 2))
            case "other": _ = try shell("sqlite3 '\(path)' 'DROP TABLE answer; CREATE TABLE answer (owner, url)'")
            default: _ = try shell("sqlite3 '\(path)' \"UPDATE answer SET status = 'x', body = 1, fields = '{'\"")
            }
        }

        private static func shell(_ command: String) throws -> Int32 {
            let process = Process()
            process.executableURL = URL(filePath: "/bin/sh")
            process.arguments = ["-c", command]
            process.standardOutput = FileHandle.nullDevice
            try process.run()
            process.waitUntilExit()
            #expect(process.terminationStatus == 0, "\(command)")
            return process.terminationStatus
        }

        @Test func answersOfflineInTheNextRun() async throws {
            let request = TransportRequest(method: .get, url: key.url)
            for isOnline in [true, false] {
                let cache = CacheMiddleware(store: DiskCacheStore(path: path), servesOffline: true)
                let response = try await cache.intercept(request) { request throws(ConnectionFailure) in
                    guard isOnline else { throw ConnectionFailure(.refused, request: request) }
                    return TransportResponse(
                        request: request,
                        status: 200,
                        fields: [.cacheControl: "max-age=0"],
                        body: [1, 2, 3]
                    )
                }
                #expect(response.body == [1, 2, 3])
                #expect(response.cacheStatus == (isOnline ? nil : .offline))
            }
        }
    }
#endif
