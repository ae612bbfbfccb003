import Messages

/// Heads of responses that have been sent before, for all connections of a loop.
package final class HeadCache {
    private var heads: [ObjectIdentifier: HeadPairs] = [:]

    /// Heads kept at a time.
    static let maxHeads = 1000

    package init() {}

    func head(of response: RenderedResponse) -> HeadPairs {
        let key = ObjectIdentifier(response)
        if let known = heads[key] { return known }
        if heads.count == Self.maxHeads { heads.removeAll(keepingCapacity: true) }
        let head = HeadPairs(response)
        heads[key] = head
        return head
    }
}
