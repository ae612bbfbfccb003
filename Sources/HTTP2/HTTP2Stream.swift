import Messages

/// One stream: its request while it arrives, then its response.
final class HTTP2Stream {
    let id: Int32
    /// The request; nil when it is complete or rejected.
    var assembly: RequestAssembly?
    /// The response; nil until it begins.
    var body: OutgoingBody?
    /// Whether the last frame of the response has been made.
    var isSent = false
    /// Whether this server has reset the stream.
    var isReset = false
    /// The time of the last progress in either direction.
    var progressAt: Int

    /// The request's head, method and target, for a report that the client hung up.
    private var head: [UInt8] = []
    private var method = 0..<0
    private var target = 0..<0

    init(_ id: Int32, _ assembly: RequestAssembly, at time: Int) {
        self.id = id
        self.assembly = assembly
        progressAt = time
    }

    /// Called when the request is complete: remembers its line.
    func ask(_ request: Request) {
        (head, method, target) = (request.head, request.method, request.target)
    }

    /// The report that the client cancels the request now; nil if no response is in progress that it still expects.
    var hangUp: HangUp? {
        guard !head.isEmpty, !isSent, !isReset else { return nil }
        return HangUp(method: Array(head[method]), target: Array(head[target]), .cancelled)
    }

    /// The side that has to act next; nil: this server.
    var awaited: HTTP2Session.Awaited? {
        if let assembly { return assembly.isHeadComplete ? .body : .head }
        return body?.hasAllowance == true ? .window : nil
    }
}
