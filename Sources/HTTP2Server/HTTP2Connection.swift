import HTTP2
import HTTPServing
import Messages
import UV

/// A client's connection in HTTP/2: feeds the session, calls the responder for each request, and writes the frames of all
/// streams together.
final class HTTP2Connection {
    enum Phase: Hashable {
        case open
        /// No more is read; the connection ends as soon as its output is sent.
        case ending(Ending)
        /// The server's side is shut down; input is discarded until the client closes the connection.
        case lingering
        case closed
    }

    /// The end of a connection: FIN or RST.
    enum Ending: Hashable { case close, reset }

    /// The maximum number of bytes that are read and discarded.
    private static let lingerLimit = 4 << 20

    let server: Server
    let wire: Wire
    let loop: Loop
    let session: HTTP2Session
    private(set) var phase = Phase.open
    /// The responses that are not sent at once, by stream.
    var deliveries: [Int32: Delivery] = [:]
    /// The streams that wait for the responder.
    var tokens: [ResponseToken: Int32] = [:]
    var lastActivity: Int
    /// Input that waits for its turn.
    var input = PacedInput()

    /// Bytes that are sent after the last frame.
    private var tail: [UInt8] = []
    /// The end of the wait for the client when the connection ends.
    private var endDeadline = Int.max
    private var lingered = 0
    private(set) var inputEnded = false
    private var isDraining = false

    init(_ wire: Wire, server: Server, limits: HTTP2Limits, heads: HeadCache) {
        self.wire = wire
        loop = wire.loop
        self.server = server
        session = HTTP2Session(limits: limits, heads: heads, peer: wire.peerHost, security: wire.security)
        lastActivity = loop.now
    }

    var now: Int { loop.now }

    private var timeouts: ConnectionTimeouts { server.configuration.timeouts }

    // MARK: Input

    func received(_ bytes: Span<UInt8>) {
        switch phase {
        case .open: process(bytes)
        case .lingering:
            lingered += bytes.count
            if lingered > Self.lingerLimit { end { $0.close() } }
        case .ending, .closed: break
        }
    }

    func handle(_ events: consuming [HTTP2Session.Event]) {
        for index in events.indices where phase == .open {
            // Moved out of the array: a copy would count the references to all parts of a request.
            var event = HTTP2Session.Event.sent(stream: 0)
            swap(&event, &events[index])
            handle(event)
        }
        if session.hasEnded { finish(.close) }
    }

    private func handle(_ event: consuming HTTP2Session.Event) {
        switch consume event {
        case .request(let request, let stream): answer(request, on: stream)
        case .refused(let failure, let request, let stream):
            let response = server.responder.refusal(Refusal(failure, target: Array(request.head[request.target])))
            begin(response.rendered, on: stream, isHEAD: request.isHEAD)
        case .sent(let stream): deliveries[stream].map { advance($0) }
        case .closed(let stream, _, let hangUp):
            forget(stream)
            if let hangUp { server.responder.clientHungUp(hangUp) }
        case .violated(let violation):
            server.responder.connectionHasProblem(ConnectionProblem(violation, peer: wire.peerHost))
        }
    }

    func ended(isClean: Bool) {
        guard isClean else {
            reportHangUps(.disconnected)
            return end { $0.close() }
        }
        guard !input.isWaiting else {
            input.hasEnded = true
            return
        }
        guard phase == .open else {
            return phase == .lingering ? end { $0.close() } : ()
        }
        reportHangUps(.closedItsSide)
        inputEnded = true
        for wait in session.waits where wait.awaited != .window { session.reset(wait.stream, .cancel) }
        flush()
    }

    /// Reports to the responder that the client hung up while responses were in progress.
    private func reportHangUps(_ cause: HangUp.Cause) {
        guard phase == .open, !inputEnded else { return }
        for hangUp in session.unanswered {
            server.responder.clientHungUp(HangUp(method: hangUp.method, target: hangUp.target, cause))
        }
    }

    // MARK: Responses

    private func answer(_ request: consuming Request, on stream: Int32) {
        request.receivedAt = Int64(loop.wallClock / 1000)
        let isHEAD = request.isHEAD
        let response = respond(to: request)
        // The responder may have stopped the server.
        guard phase == .open else { return }
        deliver(response, on: stream, isHEAD: isHEAD)
    }

    /// Calls the responder; meanwhile other threads see the request in the loop's activity.
    private func respond(to request: consuming Request) -> Response {
        let activity = loop.activity
        activity.begin(request.head.span.extracting(..<request.target.upperBound), at: now)
        defer { activity.end() }
        return server.responder.respond(to: request)
    }

    /// Sends a response: at once if it is plain, else in steps.
    func deliver(_ response: consuming Response, on stream: Int32, isHEAD: Bool) {
        if let later = response.later { return wait(for: later, on: stream, isHEAD: isHEAD) }
        let rendered = response.rendered
        guard response.delayMilliseconds <= 0, rendered.isPlain, rendered.headLength > 0 else {
            return deliverInSteps(response, on: stream, isHEAD: isHEAD)
        }
        if !deliveries.isEmpty { forget(stream) }
        begin(rendered, on: stream, isHEAD: isHEAD)
    }

    /// Begins a response; at most `allowance` bytes of its content are sent.
    func begin(_ rendered: RenderedResponse, on stream: Int32, isHEAD: Bool, allowance: Int = .max) {
        server.refreshDate()
        let dates = server.dates
        session.respond(to: stream, rendered, hasBody: !isHEAD, allowance: allowance) { dates.text(secondsAhead: $0) }
        if rendered.closes { session.goAway(.noError) }
    }

    // MARK: Output

    /// Writes the frames of all streams, as much as the system accepts; `wrote` continues.
    func flush() {
        session.clock = now
        while !wire.isWriting {
            switch phase {
            case .open:
                fill()
                let events = session.takeEvents()
                let hasEvents = !events.isEmpty
                handle(events)
                if !wire.hasOutput {
                    guard !hasEvents else { continue }
                    return settle()
                }
            case .ending(let ending):
                fill()
                if !wire.isFull { wire.append(takeTail()) }
                if !wire.hasOutput { return perform(ending) }
            case .lingering, .closed: return
            }
            guard write() else { return }
        }
    }

    private func fill() {
        guard !wire.isFull else { return }
        session.drain { bytes in
            wire.append(bytes)
            return !wire.isFull
        }
    }

    private func takeTail() -> [UInt8] {
        defer { tail = [] }
        return tail
    }

    /// Returns whether the system has accepted all output.
    private func write() -> Bool {
        lastActivity = now
        do {
            return try wire.flush()
        } catch {
            reportHangUps(.disconnected)
            end { $0.close() }
            return false
        }
    }

    func wrote(isDelivered: Bool) {
        guard isDelivered else {
            reportHangUps(.disconnected)
            return end { $0.close() }
        }
        flush()
    }

    // MARK: Ends

    /// Called when all output is sent: ends the connection if nothing is left to do on it.
    private func settle() {
        if isDraining || inputEnded {
            if session.openStreams == 0 { end { $0.close() } }
        } else if session.isOver {
            linger()
        }
    }

    /// Ends the connection when the frames so far, and then `tail`, are sent.
    func finish(_ ending: Ending, tail: [UInt8] = []) {
        guard phase == .open else { return }
        phase = .ending(ending)
        self.tail = tail
        endDeadline = now + timeouts.idle
        dropDeliveries()
    }

    private func perform(_ ending: Ending) {
        switch ending {
        case .close: linger()
        case .reset: wire.whenDelivered { [weak self] in self?.end { $0.reset() } }
        }
    }

    private func linger() {
        guard !inputEnded else { return end { $0.close() } }
        phase = .lingering
        endDeadline = now + timeouts.linger
        dropDeliveries()
        wire.shutdown()
        wire.startReading()
    }

    func end(_ close: (Wire) -> Void) {
        guard phase != .closed else { return }
        phase = .closed
        dropDeliveries()
        close(wire)
    }

    private func dropDeliveries() {
        for stream in Array(deliveries.keys) { forget(stream) }
    }
}

extension HTTP2Connection: ServedConnection {
    var use: ConnectionUse {
        if phase == .lingering { return .abandoned(since: lastActivity) }
        guard phase == .open, !wire.isWriting, !input.isWaiting else { return .busy }
        guard session.openStreams > 0 else { return .idle(since: lastActivity) }
        if inputEnded { return .abandoned(since: lastActivity) }
        let waits = session.waits.filter { $0.awaited != .window }
        // A stream that does not wait for the client has a request that the server is responding to.
        guard waits.count == session.openStreams, let since = waits.lazy.map(\.since).min() else { return .busy }
        return .incomplete(since: since)
    }

    var isClosed: Bool { phase == .closed }

    var deadline: Int {
        switch phase {
        case .closed: return .max
        case .ending, .lingering: return endDeadline
        case .open:
            guard !wire.isWriting, session.openStreams > 0 else { return lastActivity + timeouts.idle }
            let waits = session.waits.lazy.map { $0.since + self.patience(for: $0.awaited) }.min() ?? .max
            return min(waits, deliveries.values.lazy.map(\.deadline).min() ?? .max)
        }
    }

    private func patience(for awaited: HTTP2Session.Awaited) -> Int {
        awaited == .head ? timeouts.header : timeouts.idle
    }

    func expire() {
        switch phase {
        case .closed: break
        case .lingering, .ending(.close): end { $0.close() }
        case .ending(.reset): end { $0.reset() }
        case .open where wire.isWriting: end { $0.reset() }
        case .open where session.openStreams == 0: close()
        case .open:
            expireStreams()
            handle(session.takeEvents())
            flush()
        }
    }

    private func expireStreams() {
        session.clock = now
        for wait in session.waits where wait.since + patience(for: wait.awaited) <= now {
            switch wait.awaited {
            case .head:
                // A head that is incomplete blocks the whole connection (RFC 9113 §6.10), which ends after the response.
                session.refuse(wait.stream, .requestTimeout)
                handle(session.takeEvents())
                session.goAway(.noError)
                return finish(.close)
            case .body: session.refuse(wait.stream, .requestTimeout)
            case .window: session.reset(wait.stream, .cancel)
            }
        }
        for delivery in Array(deliveries.values) where delivery.deadline <= now { expire(delivery) }
    }

    func drain() {
        guard phase == .open else { return }
        isDraining = true
        session.goAway(.noError)
        endLiveBodies()
        flush()
    }

    func close() {
        if phase == .open, !wire.isWriting {
            session.goAway(.noError)
            fill()
            _ = try? wire.flush()
        }
        end { $0.close() }
    }
}

extension Request {
    fileprivate var isHEAD: Bool { method.count == 4 && head[method].elementsEqual("HEAD".utf8) }
}
