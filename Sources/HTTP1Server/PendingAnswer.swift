import Messages

/// An answer on its way out in steps.
struct PendingAnswer {
    let response: Response
    var plan: SendPlan
    var isWaiting = false
    /// What is still to be read of a body that is not in memory.
    var unread = 0..<0

    init(_ response: Response, isHEAD: Bool) {
        let isBadChunk = response.fault?.effect == .badChunk
        self.response = isBadChunk ? response.framedForBadChunk(hasBody: !isHEAD) : response
        let length = self.response.source?.length ?? max(0, self.response.message.count - self.response.headLength)
        plan = SendPlan(self.response, bodyLength: isHEAD ? 0 : length)
    }
}
