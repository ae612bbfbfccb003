/// How the bytes of a body are spread over time.
package enum Pacing: Sendable, Hashable {
    case none
    /// So many pieces, with an equal pause before each.
    case dribble(pieces: Int, totalMilliseconds: Int)
    case throttle(bytesPerSecond: Int)
}
