import Messages

/// One stream: its request while it arrives, then its response.
///
/// A connection uses the object again for later streams.
final class HTTP2Stream {
    /// The part of the request that arrives.
    enum Arrival {
        case head, body
        /// It is complete or rejected.
        case none
    }

    private(set) var id: Int32 = 0
    var arrival = Arrival.none
    /// The request while its body arrives.
    var upload: Upload?
    let response = Exclusive(OutgoingBody())
    /// Whether the last frame of the response has been made.
    var isSent = false
    /// Whether this server has reset the stream.
    var isReset = false
    /// The time of the last progress in either direction.
    var progressAt = 0

    /// The request's head, method and target, for a report that the client hung up.
    private var head: [UInt8] = []
    private var method = 0..<0
    private var target = 0..<0

    /// Begins with the head of a request.
    func open(_ id: Int32, at time: Int) {
        self.id = id
        arrival = .head
        (isSent, isReset) = (false, false)
        progressAt = time
    }

    /// Releases what belongs to the request and the response.
    func close() {
        arrival = .none
        if upload != nil { upload = nil }
        response.value.clear()
        head = []
    }

    /// Called when the request is complete: remembers its line.
    func ask(_ head: [UInt8], _ method: Range<Int>, _ target: Range<Int>) {
        (self.head, self.method, self.target) = (head, method, target)
    }

    /// The report that the client cancels the request now; nil if no response is in progress that it still expects.
    var hangUp: HangUp? {
        guard !head.isEmpty, !isSent, !isReset else { return nil }
        return HangUp(method: Array(head[method]), target: Array(head[target]), .cancelled)
    }

    /// The side that has to act next; nil: this server.
    var awaited: HTTP2Session.Awaited? {
        switch arrival {
        case .head: .head
        case .body: .body
        case .none: response.value.hasAllowance ? .window : nil
        }
    }
}
