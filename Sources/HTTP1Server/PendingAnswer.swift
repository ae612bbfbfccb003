import Messages

/// An answer on its way out in steps.
struct PendingAnswer {
    let response: Response
    var plan: SendPlan
    var isWaiting = false
    /// What is still to be read of a body that is not in memory.
    var unread = 0..<0

    init(_ response: Response, isHEAD: Bool) {
        var response = response
        response.rendered = response.rendered.framedForBadChunk(hasBody: !isHEAD)
        let rendered = response.rendered
        let length = rendered.source?.length ?? max(0, rendered.message.count - rendered.headLength)
        plan = SendPlan(response, bodyLength: isHEAD ? 0 : length)
        self.response = response
    }
}
