import Messages

/// Heads of responses that are sent more than once, and the memory of frames, for all connections of a loop.
package final class HeadCache {
    private var heads: [ObjectIdentifier: HeadPairs] = [:]
    private var bytes = 0
    let frames = FrameMemory()

    /// Beyond either limit the cache is emptied; bytes include the messages that it keeps alive.
    static let maxHeads = 1000
    static let maxBytes = 16 << 20

    package init() {}

    func head(of response: RenderedResponse) -> HeadPairs {
        guard response.isReused else { return HeadPairs(response) }
        let key = ObjectIdentifier(response)
        if let known = heads[key] { return known }
        let head = HeadPairs(response)
        if heads.count == Self.maxHeads || bytes + head.cost > Self.maxBytes { clear() }
        heads[key] = head
        bytes += head.cost
        return head
    }

    private func clear() {
        heads.removeAll(keepingCapacity: true)
        bytes = 0
    }
}
