/// A request whose client did not wait for the whole response.
package struct HangUp: Sendable, Hashable {
    package let method: [UInt8]
    package let target: [UInt8]
    /// Whether the client has only closed its own side, and may still read.
    package let isHalf: Bool

    package init(method: [UInt8], target: [UInt8], isHalf: Bool) {
        self.method = method
        self.target = target
        self.isHalf = isHalf
    }
}
