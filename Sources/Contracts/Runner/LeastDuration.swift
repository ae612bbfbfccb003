import Scenarios

extension Variant {
    /// The time that the contract waits at least: pauses between steps, time-outs that must be reached, and the longest
    /// delay of a response.
    var leastDuration: Duration {
        let steps = contract.map { step in
            let isTimedOut = step.expectation.kind == .timedOut
            let request = step.request
            let wait = isTimedOut ? request.deadlineMilliseconds ?? request.timeoutMilliseconds : 0
            return Duration.milliseconds(step.delayMilliseconds) + .milliseconds(wait)
        }
        let delays = interactions.flatMap(\.responses.responses).map { response in
            Duration.milliseconds(response.fixedDelayMilliseconds ?? 0)
                + .milliseconds(response.dribble?.totalMilliseconds ?? 0)
        }
        return steps.reduce(.zero, +) + (delays.max() ?? .zero)
    }
}
