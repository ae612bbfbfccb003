import Messages

/// Heads of responses that have been sent before, for all connections of a loop.
package final class HeadCache {
    private var heads: [ObjectIdentifier: HeadPairs] = [:]
    /// Bytes of the messages of all kept responses, which may exist nowhere else.
    private var bytes = 0

    /// Heads kept at a time.
    static let maxHeads = 1000
    /// Bytes of the messages of kept heads; the head of a response of more than a hundredth of it is made each time.
    static let maxBytes = 4 << 20

    package init() {}

    func head(of response: RenderedResponse) -> HeadPairs {
        let key = ObjectIdentifier(response)
        if let known = heads[key] { return known }
        let head = HeadPairs(response)
        let count = response.message.count
        guard count <= Self.maxBytes / 100 else { return head }
        if heads.count == Self.maxHeads || bytes + count > Self.maxBytes {
            heads.removeAll(keepingCapacity: true)
            bytes = 0
        }
        heads[key] = head
        bytes += count
        return head
    }
}
