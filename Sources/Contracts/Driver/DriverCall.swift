package import Scenarios

/// One call that a driver is told to make.
package struct DriverCall: Sendable {
    /// Where the call goes.
    package enum Target: Sendable, Hashable {
        /// An absolute URI.
        case url(String)
        /// A link of the resource that an earlier call has got; the client finds and expands it.
        case follow(FollowedLink, fromCall: Int)
    }

    /// Counts from 1 within a case.
    package var id: Int
    package var target: Target
    /// Everything but the address.
    package var request: StepRequest

    package init(id: Int, target: Target, request: StepRequest) {
        self.id = id
        self.target = target
        self.request = request
    }
}
