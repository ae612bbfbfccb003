/// The time-outs of one hop of a call; nil means unlimited.
public struct Timeouts: Sendable, Hashable {
    /// The time from the call, or from the last part of a streamed body, until the response begins.
    ///
    /// Both transports report the begin when the head is complete.
    public var firstByte: Duration?
    /// The time from one byte of the response to the next, or from one part of a streamed body to the next.
    ///
    /// It does not limit the wait for the response, which `firstByte` does; a slow but steady body does not exceed it.
    public var idle: Duration?
    /// The time from the call until the last byte of the body.
    public var total: Duration?

    /// Makes time-outs.
    public init(firstByte: Duration? = .seconds(120), idle: Duration? = .seconds(60), total: Duration? = nil) {
        self.firstByte = firstByte
        self.idle = idle
        self.total = total
    }
}
