import Foundation

/// What one round cost.
struct Cost {
    var wall: Double
    var processor: Double

    /// The time on the clock and the process's own, now, in microseconds.
    static func now() -> Cost {
        Cost(wall: time(CLOCK_MONOTONIC), processor: time(CLOCK_PROCESS_CPUTIME_ID))
    }

    private static func time(_ clock: clockid_t) -> Double {
        var time = timespec()
        unsafe clock_gettime(clock, &time)
        return Double(time.tv_sec) * 1e6 + Double(time.tv_nsec) / 1e3
    }

    static func - (lhs: Cost, rhs: Cost) -> Cost {
        Cost(wall: lhs.wall - rhs.wall, processor: lhs.processor - rhs.processor)
    }
}

/// Two ways to do the same work, and what they cost in turn.
struct Comparison: Encodable {
    let name: String
    let peer: String
    let wallMicroseconds: Double
    let peerWallMicroseconds: Double
    let wallRatio: Double
    let processorRatio: Double

    /// Lets both do their work in turn, so that the machine's other load hits both alike; the median of the rounds counts.
    static func run(
        _ name: String,
        against peer: String,
        rounds: Int,
        repetitions: Int = 1,
        _ work: () async throws -> Void,
        _ peerWork: () async throws -> Void
    ) async throws -> Comparison {
        _ = try await cost(of: work, repetitions)
        _ = try await cost(of: peerWork, repetitions)
        var own: [Cost] = []
        var other: [Cost] = []
        for round in 0..<rounds {
            // Who goes first changes, too.
            if round.isMultiple(of: 2) { own.append(try await cost(of: work, repetitions)) }
            other.append(try await cost(of: peerWork, repetitions))
            if !round.isMultiple(of: 2) { own.append(try await cost(of: work, repetitions)) }
        }
        return Comparison(
            name: name,
            peer: peer,
            wallMicroseconds: median(own.map(\.wall)) / Double(repetitions),
            peerWallMicroseconds: median(other.map(\.wall)) / Double(repetitions),
            wallRatio: median(zip(own, other).map { $0.wall / $1.wall }),
            processorRatio: median(zip(own, other).map { $0.processor / $1.processor })
        )
    }

    private static func cost(of work: () async throws -> Void, _ repetitions: Int) async throws -> Cost {
        let start = Cost.now()
        for _ in 0..<repetitions { try await work() }
        return Cost.now() - start
    }

    private static func median(_ values: [Double]) -> Double {
        values.sorted()[values.count / 2]
    }
}
