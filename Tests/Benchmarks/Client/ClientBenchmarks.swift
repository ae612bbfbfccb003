import Foundation

/// Measures the client against its peers, side by side in one run; `Tests/Benchmarks/run` starts it.
@main
enum ClientBenchmarks {
    /// Not asynchronous: valgrind 3.19 crashes in the way in which Dispatch parks the main thread of such a program.
    static func main() {
        let done = DispatchSemaphore(value: 0)
        Task {
            do {
                try await run()
            } catch {
                print("\(error)")
                exit(1)
            }
            done.signal()
        }
        done.wait()
    }

    private static func run() async throws {
        let arguments = Array(CommandLine.arguments.dropFirst())
        guard arguments.count >= 2, let rounds = Int(arguments[1]), rounds > 0 else {
            print("usage: ClientBenchmarks URL ROUNDS [decode | call | session | flood | repeat WORK]")
            exit(64)
        }
        let part = arguments.dropFirst(2).first
        if part == "flood" { return try await FloodBenchmark(arguments[0]).run() }
        if part == "repeat" { return try await `repeat`(arguments.dropFirst(3).first ?? "", at: arguments[0], rounds) }
        var comparisons: [Comparison] = []
        if part == nil || part == "decode" { comparisons += try await DecodingBenchmark().run(rounds: rounds) }
        if part == nil || part == "call" { comparisons += try await CallBenchmark(arguments[0]).run(rounds: rounds) }
        if part == nil || part == "session" { comparisons += try await SessionBenchmark().run(rounds: rounds) }
        print(String(decoding: try JSONEncoder().encode(comparisons), as: UTF8.self))
    }

    /// Does one kind of work so many times, for a profiler.
    private static func `repeat`(_ name: String, at origin: String, _ count: Int) async throws {
        let calls = CallBenchmark(origin)
        let works = calls.works.merging(DecodingBenchmark().works) { $1 }
        guard let work = works[name] else {
            print("'\(name)' is not one of \(works.keys.sorted().joined(separator: ", "))")
            exit(64)
        }
        for _ in 0..<count { try await work() }
        try await calls.shutdown()
    }
}
