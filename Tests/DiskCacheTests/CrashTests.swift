#if DiskCache
    import DiskCache
    import DiskCacheWriter
    import Foundation
    import HALClient
    import HTTPTypes
    import SeededRandom
    import Testing

    /// A process that writes is killed again and again, whatever it is doing.
    @Suite struct CrashTests {
        @Test("Nothing that was acknowledged is lost, and nothing is damaged", .timeLimit(.minutes(5)))
        func survivesBeingKilled() async throws {
            let folder = FileManager.default.temporaryDirectory.appending(path: "hypermock-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            let path = folder.appending(path: "answers.sqlite").path()
            var random = SeededGenerator(seed: 9111)
            var acknowledged: [CacheKey: Int] = [:]
            var next = 0
            for round in 0..<60 {
                let count = round.isMultiple(of: 10) ? 0 : Int.random(in: 1...40, using: &random)
                for number in try Self.killed(path, from: next, after: count) {
                    acknowledged[NumberedResponse.key(number)] = number
                    next = number + 1
                }
                // Writes that were not acknowledged may be there.
                next += 1
                try await check(path, acknowledged, round)
            }
            #expect(next > 300)
            #expect(!FileManager.default.fileExists(atPath: path + ".damaged"))
        }

        private func check(_ path: String, _ acknowledged: [CacheKey: Int], _ round: Int) async throws {
            let store = DiskCacheStore(path: path)
            for (key, number) in acknowledged {
                let stored = await store.responses(for: key).first
                let answer = try #require(stored, "round \(round): \(number) is lost")
                let found = try #require(answer.fields[.eTag].flatMap { Int($0.dropFirst().dropLast()) })
                #expect(found >= number, "round \(round): an older answer than \(number)")
                let isWhole = answer == NumberedResponse.response(found)
                #expect(isWhole, "round \(round): \(found) is not whole")
            }
        }

        /// Runs the writer until it has acknowledged that many responses, kills it, and returns all that it
        /// acknowledged.
        private static func killed(_ path: String, from number: Int, after count: Int) throws -> [Int] {
            let process = Process()
            process.executableURL = Bundle.main.executableURL?.deletingLastPathComponent().appending(
                path: "DiskCacheWriter"
            )
            process.arguments = [path, "\(number)"]
            let pipe = Pipe()
            process.standardOutput = pipe
            try process.run()
            var text = Data()
            while text.count(where: { $0 == UInt8(ascii: "\n") }) < count {
                let part = pipe.fileHandleForReading.availableData
                guard !part.isEmpty else { break }
                text += part
            }
            kill(process.processIdentifier, SIGKILL)
            text += try pipe.fileHandleForReading.readToEnd() ?? Data()
            process.waitUntilExit()
            // A number that is cut off was not acknowledged.
            let lines = String(decoding: text, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
            return lines.dropLast().compactMap { Int($0) }
        }
    }
#endif
