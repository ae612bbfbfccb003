/// The pauses between attempts to connect: 50 ms, doubling to 2 s, each with jitter so that replicas do not come together.
package struct ReconnectDelay {
    static let shortest = 50
    private static let longest = 2000

    private var next = shortest

    package init() {}

    /// Returns the next pause in milliseconds: between half of its step and the whole.
    package mutating func take(_ random: inout some RandomNumberGenerator) -> Int {
        defer { next = min(2 * next, Self.longest) }
        return Int.random(in: next / 2...next, using: &random)
    }

    /// Begins anew, after a connection.
    package mutating func reset() {
        next = Self.shortest
    }
}
