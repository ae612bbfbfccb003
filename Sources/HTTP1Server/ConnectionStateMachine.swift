/// What a connection does next, decided from what happened; it does no I/O and reads no clock.
///
/// One request is in progress at a time. Times are milliseconds of the loop's clock.
struct ConnectionStateMachine {
    enum Phase: Hashable {
        case idle
        case receivingHead
        case receivingBody
        /// The responder was asked; its answer is not out yet.
        case answering
        /// The fault `stall`: nothing more is sent.
        case stalled
        /// The last answer is out or on its way; `lingers`: the client may still be sending.
        case finishing(lingers: Bool)
        /// A fault: the connection breaks as soon as the output is out.
        case breaking(Ending)
        /// Our side is shut; what comes is thrown away until the client ends.
        case lingering
        case closed
    }

    /// How a fault breaks a connection: with FIN or with RST.
    enum Ending: Hashable { case close, reset }

    /// What to do with bytes that arrive.
    enum Intake: Hashable { case parse, keep, discard }

    /// The `Connection` field that an answer needs (RFC 9112 §9.3).
    enum ConnectionField: Hashable { case none, close, keepAlive }

    enum Action: Hashable {
        case none
        case sendContinue
        /// Answer with this status, then finish.
        case refuse(ParseFailure)
        /// All is sent: shut our side and throw away what comes.
        case linger
        case close
        /// Break the connection at once: the client does not take what is sent.
        case reset
        /// Break the connection when the client's system has got what was sent.
        case resetWhenDelivered
    }

    private(set) var phase = Phase.idle
    /// The client sends no more.
    private(set) var inputEnded = false
    private(set) var deadline: Int
    private(set) var lastActivity: Int

    /// How many bytes are read only to be thrown away.
    private static let lingerLimit = 4 * 1024 * 1024

    private var lingered = 0
    private var closesAfterAnswer = false
    /// Whether the client speaks HTTP/1.0.
    private var closesByDefault = false
    private let timeouts: Timeouts
    private var isDraining = false
    private var isOutputPending = false
    private var sentContinue = false

    init(timeouts: Timeouts, now: Int) {
        self.timeouts = timeouts
        deadline = now + timeouts.idle
        lastActivity = now
    }

    /// Whether the connection could be closed without anybody missing anything.
    var isIdle: Bool { phase == .idle && !isOutputPending }

    /// Whether the client has ended while its answer waits; it may have gone, or read on.
    var isAbandoned: Bool { inputEnded && phase == .answering }

    /// Whether a response is on its way that the server means to complete.
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

    /// The parser has used up what there was.
    mutating func parsed(_ progress: RequestParser.Progress, now: Int) -> Action {
        lastActivity = now
        switch progress {
        case .complete: return .none
        case .failed(let failure): return refuse(failure)
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

    /// The client has shut its side; what it sent before is answered.
    mutating func ended() -> Action {
        inputEnded = true
        return intake == .parse ? endOfInput() : (phase == .lingering || phase == .stalled ? close() : .none)
    }

    /// Bytes were thrown away.
    mutating func discarded(_ count: Int) -> Action? {
        guard phase == .lingering else { return nil }
        lingered += count
        return lingered > Self.lingerLimit ? close() : nil
    }

    private mutating func endOfInput() -> Action {
        switch phase {
        case .receivingHead, .receivingBody: refuse(.incomplete)
        case .idle, .answering, .stalled, .finishing, .breaking, .lingering, .closed: isOutputPending ? .none : close()
        }
    }

    // MARK: Answers

    /// A request is complete; the responder is asked.
    mutating func ask() {
        phase = .answering
        deadline = .max
        sentContinue = false
    }

    /// The answer is known.
    mutating func begin(_ facts: AnswerFacts, answerCloses: Bool) {
        closesAfterAnswer = !facts.keepsAlive || answerCloses
        closesByDefault = facts.minorVersion == 0
    }

    /// What the answer's head must say if it goes out now; a delayed answer may find the server draining.
    var connectionField: ConnectionField {
        let closes = closesAfterAnswer || isDraining
        guard closes != closesByDefault else { return .none }
        return closes ? .close : .keepAlive
    }

    /// The answer is in the output, to its end; `hasMoreInput`: bytes behind the request have arrived already.
    mutating func answered(hasMoreInput: Bool, now: Int) {
        lastActivity = now
        if closesAfterAnswer || isDraining {
            phase = .finishing(lingers: hasMoreInput && !inputEnded)
            deadline = now + timeouts.idle
        } else {
            enterIdle(now)
        }
    }

    /// The answer breaks off: nothing more is sent on a connection that stays open.
    mutating func stall(now: Int) {
        phase = .stalled
        deadline = now + timeouts.idle
    }

    /// The answer breaks off, and with it the connection.
    mutating func breakOff(_ ending: Ending, now: Int) {
        phase = .breaking(ending)
        deadline = now + timeouts.idle
    }

    // MARK: Output

    /// The client does not take more at the moment.
    mutating func outputBlocked(now: Int) {
        isOutputPending = true
        lastActivity = now
        deadline = now + timeouts.idle
    }

    /// All output is with the system.
    mutating func outputDrained(hasInput: Bool, now: Int) -> Action {
        if isOutputPending {
            isOutputPending = false
            if phase == .answering { deadline = .max }
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

    /// Stop when nothing is under way, or after what is.
    mutating func drain() -> Action {
        isDraining = true
        return isIdle ? close() : .none
    }

    /// The deadline has passed.
    mutating func expired() -> Action {
        if isOutputPending { return reset() }
        switch phase {
        case .receivingHead, .receivingBody: return refuse(.requestTimeout)
        case .breaking(.reset): return reset()
        case .idle, .stalled, .finishing, .breaking(.close), .lingering: return close()
        case .answering, .closed: return .none
        }
    }

    /// The connection is gone, or must go.
    mutating func close() -> Action {
        guard phase != .closed else { return .none }
        phase = .closed
        return .close
    }

    /// The connection must be broken.
    mutating func reset() -> Action {
        guard phase != .closed else { return .none }
        phase = .closed
        return .reset
    }

    private mutating func refuse(_ failure: ParseFailure) -> Action {
        phase = .finishing(lingers: !inputEnded)
        deadline = .max
        return .refuse(failure)
    }

    private mutating func enterIdle(_ now: Int) {
        phase = .idle
        deadline = isDraining ? now : now + timeouts.idle
    }
}
