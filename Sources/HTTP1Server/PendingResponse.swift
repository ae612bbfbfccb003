import HTTPServing
import Messages

/// A response that is sent in steps.
struct PendingResponse {
    var response: Response
    /// The delay before the head, while it is pending.
    var delay: PendingDelay?
    var plan: SendPlan
    var isWaiting = false
    /// The state of the live body; nil without one.
    var live: (any Sendable)?

    init(_ response: Response, isHEAD: Bool) {
        var response = response
        response.rendered = response.rendered.framedForBadChunk(hasBody: !isHEAD)
        let rendered = response.rendered
        let length = rendered.source?.length ?? max(0, rendered.message.count - rendered.headLength)
        plan = SendPlan(response, bodyLength: isHEAD ? 0 : length)
        live = isHEAD ? nil : rendered.live?.start
        self.response = response
    }
}
