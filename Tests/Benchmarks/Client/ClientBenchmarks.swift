import Foundation

/// Measures the client against its peers, side by side in one run; `Tests/Benchmarks/run` starts it.
@main
enum ClientBenchmarks {
    static func main() async throws {
        let arguments = Array(CommandLine.arguments.dropFirst())
        guard arguments.count >= 2, let rounds = Int(arguments[1]), rounds > 0 else {
            print("usage: ClientBenchmarks URL ROUNDS [decode | call | session | flood]")
            exit(64)
        }
        let part = arguments.dropFirst(2).first
        if part == "flood" { return try await FloodBenchmark(arguments[0]).run() }
        var comparisons: [Comparison] = []
        if part == nil || part == "decode" { comparisons += try await DecodingBenchmark().run(rounds: rounds) }
        if part == nil || part == "call" { comparisons += try await CallBenchmark(arguments[0]).run(rounds: rounds) }
        if part == nil || part == "session" { comparisons += try await SessionBenchmark().run(rounds: rounds) }
        print(String(decoding: try JSONEncoder().encode(comparisons), as: UTF8.self))
    }
}
