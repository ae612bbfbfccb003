/// The reason for which a server rejects a request before it is complete.
package struct Refusal: Sendable {
    /// 4xx or 5xx.
    package let status: Int
    package let reason: String
    /// The request target as far as it has arrived; empty if it is unknown.
    package let target: [UInt8]

    package init(status: Int, reason: String, target: [UInt8]) {
        self.status = status
        self.reason = reason
        self.target = target
    }
}
