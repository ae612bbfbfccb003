import Scenarios

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The source of random delays and template values; confined to its engine.
final class RandomSource {
    var generator: any RandomNumberGenerator

    init(_ generator: any RandomNumberGenerator) {
        self.generator = generator
    }
}

/// The delay of a response: a fixed part plus a random part, as in WireMock.
struct DelayPlan {
    /// The longest delay, in milliseconds: a day.
    static let longest = 86_400_000

    private let fixed: Int
    private let distribution: DelayDistribution?
    private let saysFixed: Bool
    private let saysDistribution: Bool

    init(_ definition: ResponseDefinition) {
        self.init(fixed: definition.fixedDelayMilliseconds, definition.delayDistribution)
    }

    /// Creates a plan of both parts, either of which may be missing.
    init(fixed milliseconds: Int?, _ distribution: DelayDistribution?) {
        fixed = Self.bounded(milliseconds ?? 0)
        self.distribution = distribution
        saysFixed = milliseconds != nil
        saysDistribution = distribution != nil
    }

    /// Draws a delay in milliseconds.
    @inline(__always)
    func draw(_ random: RandomSource) -> Int {
        guard let distribution else { return fixed }
        return Self.bounded(fixed + Self.sample(distribution, &random.generator))
    }

    /// Draws a delay in milliseconds; parts that this plan leaves out come from `other`.
    func draw(_ random: RandomSource, instead other: DelayPlan) -> Int {
        DelayPlan(
            fixed: saysFixed ? fixed : other.fixed,
            saysDistribution ? distribution : other.distribution
        ).draw(random)
    }

    private static func sample(_ distribution: DelayDistribution, _ generator: inout any RandomNumberGenerator) -> Int {
        switch distribution {
        case .fixed(let milliseconds): bounded(milliseconds)
        case .uniform(let lower, let upper):
            lower < upper ? bounded(Int.random(in: lower...upper, using: &generator)) : bounded(lower)
        case .lognormal(let median, let sigma, let maximum):
            lognormal(median, sigma, maximum ?? .infinity, &generator)
        }
    }

    /// Draws from a lognormal distribution; a value above the maximum is drawn again up to ten times, then cut.
    private static func lognormal(
        _ median: Double,
        _ sigma: Double,
        _ maximum: Double,
        _ generator: inout any RandomNumberGenerator
    ) -> Int {
        var value = 0.0
        for _ in 0...10 {
            value = (exp(normal(&generator) * sigma) * median).rounded()
            if value <= maximum { break }
        }
        let cut = min(value, maximum, Double(longest))
        return cut >= 0 ? Int(cut) : 0
    }

    /// Draws from the standard normal distribution (Box–Muller transform).
    private static func normal(_ generator: inout any RandomNumberGenerator) -> Double {
        let radius = Double.random(in: Double.leastNormalMagnitude..<1, using: &generator)
        let angle = Double.random(in: 0..<1, using: &generator)
        return (-2 * log(radius)).squareRoot() * cos(2 * .pi * angle)
    }

    private static func bounded(_ milliseconds: Int) -> Int {
        min(max(0, milliseconds), longest)
    }
}
