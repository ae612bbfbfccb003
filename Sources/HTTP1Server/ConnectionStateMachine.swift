import HTTPServing
import Messages

/// Decides the next action of a connection from what happened, without I/O and without reading a clock.
///
/// One request is in progress at a time. Times are in milliseconds of the loop's clock.
struct ConnectionStateMachine {
    enum Phase: Hashable {
        case idle
        case receivingHead
        case receivingBody
        /// The responder has the request, and its response is not in the output yet.
        case answering
        /// The fault `stall`: nothing more is sent.
        case stalled
        /// The last response is in the output; `lingers`: the client may still be sending.
        case finishing(lingers: Bool)
        /// A fault: the connection ends as soon as the output is sent.
        case breaking(BreakKind)
        /// The server's side is shut down; input is discarded until the client closes the connection.
        case lingering
        case closed
    }

    /// The end of a connection after a fault: FIN or RST.
    enum BreakKind: Hashable { case close, reset }

    /// The treatment of arriving bytes.
    enum Intake: Hashable { case parse, keep, discard }

    /// An action for the connection to perform.
    enum Action: Hashable {
        case none
        case sendContinue
        /// Send the response to this failure, then finish.
        case refuse(RequestFailure)
        /// Respond 408, because the request has not arrived in time, then finish.
        case refuseLate
        /// Respond 400, because the client has shut down its side within the request, then finish.
        case refuseIncomplete
        /// All output is sent: shut down the server's side and discard input.
        case linger
        case close
        /// Reset the connection at once: the client does not read the output.
        case reset
        /// Reset the connection when the client's system has received the output.
        case resetWhenDelivered
        /// Respond 503, because the responder has not responded in time.
        case giveUpWaiting
    }

    private(set) var phase = Phase.idle
    /// Whether the client has shut down its side.
    private(set) var inputEnded = false
    private(set) var deadline: Int
    private var lastActivity: Int
    /// Whether the connection has served a request before.
    private(set) var isReused = false

    /// The maximum number of bytes that are read and discarded.
    private static let lingerLimit = 4 * 1024 * 1024

    private var lingered = 0
    private var closesAfterResponse = false
    /// The end of the wait for a response that the responder gives later; `.max`: no limit.
    private var responseDeadline = Int.max
    /// Whether the client uses HTTP/1.0.
    private var closesByDefault = false
    private let timeouts: ConnectionTimeouts
    private var isDraining = false
    private var isOutputPending = false
    private var sentContinue = false

    init(timeouts: ConnectionTimeouts, now: Int) {
        self.timeouts = timeouts
        deadline = now + timeouts.idle
        lastActivity = now
    }

    /// Whether the connection can be closed without losing a request or a response.
    var isIdle: Bool { phase == .idle && !isOutputPending }

    var use: ConnectionUse {
        guard !isOutputPending else { return .busy }
        return switch phase {
        case .idle: .idle(since: lastActivity)
        // The deadline is that of the whole head.
        case .receivingHead: .incomplete(since: deadline - timeouts.header)
        case .receivingBody: .incomplete(since: lastActivity)
        case .answering: inputEnded ? .abandoned(since: lastActivity) : .busy
        case .lingering: .abandoned(since: lastActivity)
        case .stalled, .finishing, .breaking, .closed: .busy
        }
    }

    /// Whether a response is in progress that the server is going to complete.
    func isResponding(hasOutput: Bool) -> Bool {
        switch phase {
        case .answering: true
        case .idle, .finishing: isOutputPending || hasOutput
        case .receivingHead, .receivingBody, .stalled, .breaking, .lingering, .closed: false
        }
    }

    var intake: Intake {
        switch phase {
        case .idle, .receivingHead, .receivingBody: isOutputPending ? .keep : .parse
        case .answering: .keep
        case .stalled, .finishing, .breaking, .lingering, .closed: .discard
        }
    }

    // MARK: Input

    /// Called when the parser has used all input.
    mutating func parsed(_ progress: RequestParser.Progress, now: Int) -> Action {
        lastActivity = now
        switch progress {
        case .complete: return .none
        case .failed(let failure): return refuse(.refuse(failure))
        case .betweenRequests:
            enterIdle(now)
        case .inHead:
            if phase != .receivingHead { deadline = now + timeouts.header }
            phase = .receivingHead
        case .inBody(let expectsContinue):
            phase = .receivingBody
            deadline = now + timeouts.idle
            guard expectsContinue, !sentContinue, !inputEnded else { break }
            sentContinue = true
            return .sendContinue
        }
        return inputEnded ? endOfInput() : .none
    }

    /// Called when the client has shut down its side; its complete requests are still answered.
    mutating func ended() -> Action {
        inputEnded = true
        return intake == .parse ? endOfInput() : (phase == .lingering || phase == .stalled ? close() : .none)
    }

    /// Called when bytes were discarded.
    mutating func discarded(_ count: Int) -> Action? {
        guard phase == .lingering else { return nil }
        lingered += count
        return lingered > Self.lingerLimit ? close() : nil
    }

    private mutating func endOfInput() -> Action {
        switch phase {
        case .receivingHead, .receivingBody: refuse(.refuseIncomplete)
        case .idle, .answering, .stalled, .finishing, .breaking, .lingering, .closed: isOutputPending ? .none : close()
        }
    }

    // MARK: Responses

    /// Called when a request is complete, before the responder gets it.
    mutating func ask() {
        phase = .answering
        deadline = .max
        sentContinue = false
    }

    /// Called when the responder has returned a token and responds later.
    mutating func wait(now: Int) {
        responseDeadline = now + timeouts.response
        if !isOutputPending { deadline = responseDeadline }
    }

    /// Called when the wait for a later response is over.
    mutating func stopWaiting() {
        responseDeadline = .max
        if phase == .answering, !isOutputPending { deadline = .max }
    }

    /// Called when the response is known.
    mutating func begin(_ framing: ResponseFraming, responseCloses: Bool) {
        closesAfterResponse = !framing.keepsAlive || responseCloses
        closesByDefault = framing.minorVersion == 0
    }

    /// The field that the head needs if it is sent now; the server may drain while a response is delayed.
    var connectionField: HTTP1Framing.ConnectionField {
        let closes = closesAfterResponse || isDraining
        guard closes != closesByDefault else { return .none }
        return closes ? .close : .keepAlive
    }

    /// Called when the whole response is in the output; `hasMoreInput`: bytes after the request have arrived already.
    mutating func answered(hasMoreInput: Bool, now: Int) {
        lastActivity = now
        isReused = true
        if closesAfterResponse || isDraining {
            phase = .finishing(lingers: hasMoreInput && !inputEnded)
            deadline = now + timeouts.idle
        } else {
            enterIdle(now)
        }
    }

    /// Called by the fault `stall`: nothing more is sent, and the connection stays open.
    mutating func stall(now: Int) {
        phase = .stalled
        deadline = now + timeouts.idle
    }

    /// Called by a fault that ends the connection.
    mutating func breakOff(_ ending: BreakKind, now: Int) {
        phase = .breaking(ending)
        deadline = now + timeouts.idle
    }

    // MARK: Output

    /// Called when the client does not read fast enough.
    mutating func outputBlocked(now: Int) {
        isOutputPending = true
        lastActivity = now
        deadline = now + timeouts.idle
    }

    /// Called when the system has accepted all output.
    mutating func outputDrained(hasInput: Bool, now: Int) -> Action {
        if isOutputPending {
            isOutputPending = false
            if phase == .answering { deadline = responseDeadline }
            if phase == .idle { enterIdle(now) }
        }
        switch phase {
        case .finishing(lingers: true):
            guard !inputEnded else { return close() }
            phase = .lingering
            deadline = now + timeouts.linger
            return .linger
        case .finishing(lingers: false), .breaking(.close): return close()
        case .breaking(.reset): return .resetWhenDelivered
        case .idle: return inputEnded && !hasInput ? close() : .none
        case .receivingHead, .receivingBody, .answering, .stalled, .lingering, .closed: return .none
        }
    }

    // MARK: Ends

    /// Ends the connection after the response in progress, or now if there is none.
    mutating func drain() -> Action {
        isDraining = true
        return isIdle ? close() : .none
    }

    /// Called when the deadline has passed.
    mutating func expired() -> Action {
        if isOutputPending { return reset() }
        switch phase {
        case .receivingHead, .receivingBody: return refuse(.refuseLate)
        case .breaking(.reset): return reset()
        case .idle, .stalled, .finishing, .breaking(.close), .lingering: return close()
        case .answering: return responseDeadline == .max ? .none : .giveUpWaiting
        case .closed: return .none
        }
    }

    /// Closes the connection.
    mutating func close() -> Action {
        guard phase != .closed else { return .none }
        phase = .closed
        return .close
    }

    /// Resets the connection.
    mutating func reset() -> Action {
        guard phase != .closed else { return .none }
        phase = .closed
        return .reset
    }

    private mutating func refuse(_ action: Action) -> Action {
        phase = .finishing(lingers: !inputEnded)
        deadline = .max
        return action
    }

    private mutating func enterIdle(_ now: Int) {
        phase = .idle
        deadline = isDraining ? now : now + timeouts.idle
    }
}
