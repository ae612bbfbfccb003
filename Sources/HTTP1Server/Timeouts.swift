/// How long a connection waits, in milliseconds.
package struct Timeouts: Sendable, Hashable {
    /// From a request's first byte to the end of its head; then 408.
    package var header: Int
    /// Between requests (then it is closed), and between two pieces of a body (then 408).
    package var idle: Int
    /// For the client's end after an answer that refuses it.
    package var linger: Int

    package init(header: Int = 10_000, idle: Int = 60_000, linger: Int = 2_000) {
        self.header = header
        self.idle = idle
        self.linger = linger
    }
}
