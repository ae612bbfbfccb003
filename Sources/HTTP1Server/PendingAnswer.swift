/// An answer on its way out in steps.
struct PendingAnswer {
    let response: Response
    var plan: SendPlan
    var isWaiting = false

    init(_ response: Response, isHEAD: Bool) {
        let isBadChunk = response.fault?.effect == .badChunk
        self.response = isBadChunk ? response.framedForBadChunk(hasBody: !isHEAD) : response
        let length = isHEAD ? 0 : max(0, self.response.message.count - self.response.headLength)
        plan = SendPlan(self.response, bodyLength: length)
    }
}
