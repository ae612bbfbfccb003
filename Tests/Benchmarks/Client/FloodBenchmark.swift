#if os(Linux)
    import Foundation
    import HALClient

    /// Many calls at once to one server, and the memory that they need while most of them wait for a connection.
    struct FloodBenchmark {
        private struct Failure: Error {}

        static let count = 100_000

        private let target: Target

        init(_ origin: String) {
            target = Target(origin + "/nothing")
        }

        /// Prints the peak of the resident memory of the process before and after the calls.
        func run() async throws {
            let client = HypermediaClient()
            try await Self.expect(client.get(target))
            let before = try Self.peak()
            let start = ContinuousClock.now
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<Self.count { group.addTask { try await Self.expect(client.get(target)) } }
                try await group.waitForAll()
            }
            let after = try Self.peak()
            let seconds = (ContinuousClock.now - start) / .seconds(1)
            let each = Double((after - before) * 1024) / Double(Self.count)
            print(
                "\(Self.count) calls at once: \(Int(seconds)) s, \(before / 1024) MB before, \(after / 1024) MB at the peak,"
                    + " \(Int(each)) bytes for each call"
            )
        }

        private static func expect(_ outcome: Outcome<JSONObject>) throws {
            guard outcome.success?.response.status == 204 else { throw Failure() }
        }

        /// The peak of the resident memory in kB.
        private static func peak() throws -> Int {
            let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
            let match = status.firstMatch(of: /VmHWM:\s+(\d+) kB/)
            guard let peak = match.flatMap({ Int($0.1) }) else { throw Failure() }
            return peak
        }
    }
#endif
