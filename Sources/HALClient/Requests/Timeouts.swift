/// How long one hop of a call may take; nil is forever.
public struct Timeouts: Sendable, Hashable {
    /// From the call, or from the last part of a streamed body, until the response begins.
    ///
    /// Both transports report that when the head is complete.
    public var firstByte: Duration?
    /// From one byte of the response to the next, or from one part of a streamed body to the next.
    ///
    /// It does not limit the wait for the response, which `firstByte` does; a body that trickles never runs into it.
    public var idle: Duration?
    /// From the call until the last byte of the body.
    public var total: Duration?

    /// Makes time-outs.
    public init(firstByte: Duration? = .seconds(120), idle: Duration? = .seconds(60), total: Duration? = nil) {
        self.firstByte = firstByte
        self.idle = idle
        self.total = total
    }
}
