package import Messages
package import Scenarios

/// A response as it goes out: one buffer, and what to do with it.
///
/// Immutable and shared between requests.
package final class RenderedResponse: Sendable {
    /// 0 for `raw` bytes, whose status nobody knows.
    package let status: Int
    /// Head and body, framing included.
    package let message: [UInt8]
    /// The bytes of the head, its closing empty line included; 0 for `raw`.
    package let headLength: Int
    package let dates: [DateStamp]
    package let pacing: Pacing
    /// Its `bodyBytes` count bytes of `message` after the head, chunk framing included.
    package let fault: Fault?
    /// Whether the connection ends after this response.
    package let closes: Bool
    /// Whether `message` are exact bytes of the file: nothing may be added, and for HEAD nothing dropped.
    package let isRaw: Bool
    /// The file whose bytes follow `message`, which then is the head alone.
    package let file: OpenFile?
    /// Makes the response that is sent instead of this one, on another thread, because that takes long.
    package let work: (@Sendable () -> RenderedResponse)?

    init(
        status: Int,
        message: [UInt8],
        headLength: Int,
        dates: [DateStamp] = [],
        pacing: Pacing = .none,
        fault: Fault? = nil,
        closes: Bool = false,
        isRaw: Bool = false,
        file: OpenFile? = nil
    ) {
        self.status = status
        self.message = message
        self.headLength = headLength
        self.dates = dates
        self.pacing = pacing
        self.fault = fault
        self.closes = closes
        self.isRaw = isRaw
        self.file = file
        work = nil
    }

    /// A response that is yet to be made, probably with that status.
    init(status: Int, work: @escaping @Sendable () -> RenderedResponse) {
        self.status = status
        self.work = work
        message = []
        headLength = 0
        dates = []
        pacing = .none
        fault = nil
        closes = false
        isRaw = false
        file = nil
    }
}
