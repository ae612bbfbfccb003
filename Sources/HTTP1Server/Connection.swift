package import HTTPServing
import Messages
import UV

/// A client's connection in HTTP/1.1: feeds the parser, calls the responder, and performs the actions of the state machine.
final class Connection {
    let server: Server
    let wire: Wire
    let loop: Loop
    var machine: ConnectionStateMachine
    /// The response that is being sent in steps.
    var pending: PendingResponse? {
        didSet { countPending() }
    }
    /// Whether the loop has counted `pending`.
    private var isPendingCounted = false
    /// The request whose response comes later.
    var waiting: Waiting?
    var timer: LoopTimer?

    private let parser: RequestParser
    /// The client's address, read once.
    private let peer: String
    private let security: ConnectionSecurity?
    private var backlog = Backlog()
    /// Whether the backlog has bytes: a plain flag, because every request reads it, and reading the array costs more.
    var hasBacklog = false
    private var isHangUpReported = false
    private var isProcessing = false

    init(_ wire: Wire, server: Server) {
        self.wire = wire
        loop = wire.loop
        self.server = server
        machine = ConnectionStateMachine(timeouts: server.configuration.timeouts, now: wire.loop.now)
        parser = RequestParser(limits: server.configuration.limits)
        peer = wire.peerHost
        security = wire.security
    }

    var now: Int { loop.now }

    // MARK: Input

    func received(_ bytes: Span<UInt8>) {
        switch machine.intake {
        case .parse:
            let used = process(bytes, from: 0)
            if used < bytes.count { keep(bytes.extracting(used...)) }
            flush()
            if hasBacklog { resumeInput() }
        case .keep: keep(bytes)
        case .discard: machine.discarded(bytes.count).map { perform($0) }
        }
    }

    private func keep(_ bytes: Span<UInt8>) {
        guard machine.intake != .discard else { return }
        backlog.append(bytes)
        hasBacklog = true
        if backlog.isFull { wire.stopReading() }
    }

    private func dropBacklog() {
        backlog = Backlog()
        hasBacklog = false
    }

    func ended(isClean: Bool) {
        // Nobody waits for the rest of a live body.
        if pending?.live != nil { return perform(machine.close()) }
        reportHangUp(isClean ? .closedItsSide : .disconnected)
        perform(isClean ? machine.ended() : machine.close())
        flush()
    }

    /// Parses the bytes that arrived while a response was in progress.
    func resumeInput() {
        guard !isProcessing else { return }
        while hasBacklog, machine.intake == .parse {
            let (bytes, start) = backlog.take()
            hasBacklog = false
            let used = process(bytes.span, from: start)
            if machine.intake != .discard, used < bytes.count {
                backlog.putBack(bytes, from: used)
                hasBacklog = true
            }
            flush()
        }
        guard machine.phase != .closed else { return }
        if !backlog.isFull, !machine.inputEnded { wire.startReading() }
    }

    /// Parses and answers requests until the bytes are used or a request has to wait.
    ///
    /// - Returns: The offset of the first unused byte.
    private func process(_ bytes: Span<UInt8>, from start: Int) -> Int {
        isProcessing = true
        defer { isProcessing = false }
        var offset = start
        while offset < bytes.count, machine.intake == .parse, offset == start || !wire.isFull {
            let progress = parser.parse(bytes, from: &offset)
            guard progress == .complete else {
                perform(machine.parsed(progress, now: now))
                continue
            }
            answer(hasMoreInput: offset < bytes.count)
        }
        return offset
    }

    // MARK: Responses

    /// Answers the request that the parser has completed.
    private func answer(hasMoreInput: Bool) {
        machine.ask()
        let framing = parser.responseFraming
        let time = Int64(loop.wallClock / 1000)
        let response = respond(to: parser.takeRequest(from: peer, security, at: time))
        // The responder may have stopped the server.
        guard machine.phase == .answering else { return }
        if let later = response.later { return wait(for: later, framing) }
        send(response, framing, hasMoreInput: hasMoreInput)
    }

    /// Sends a response that is known.
    @inline(__always)
    func send(_ response: consuming Response, _ framing: ResponseFraming, hasMoreInput: Bool) {
        if framing.minorVersion == 0 { response.rendered = response.rendered.unchunked() }
        let rendered = response.rendered
        machine.begin(framing, responseCloses: rendered.closes)
        guard response.delayMilliseconds <= 0, rendered.isPlain else {
            response.rendered = rendered.forConnection(isReused: machine.isReused)
            pending = PendingResponse(response, isHEAD: framing.isHEAD)
            return advance()
        }
        server.refreshDate()
        wire.append(rendered, hasBody: !framing.isHEAD, machine.connectionField, server.dates)
        machine.answered(hasMoreInput: hasMoreInput || hasBacklog, now: now)
    }

    /// Calls the responder; meanwhile other threads see the request in the loop's activity.
    private func respond(to request: consuming Request) -> Response {
        let activity = loop.activity
        activity.begin(request.head.span.extracting(..<request.target.upperBound), at: now)
        defer { activity.end() }
        return server.responder.respond(to: request)
    }

    private func countPending() {
        guard (pending != nil) != isPendingCounted else { return }
        isPendingCounted.toggle()
        loop.activity.countPendingResponse(isPendingCounted ? 1 : -1)
    }

    /// Ends the pending response and continues with the next request.
    func finishAnswer() {
        pending = nil
        machine.answered(hasMoreInput: hasBacklog, now: now)
        flush()
        resumeInput()
    }

    // MARK: Output

    /// Writes as much as the system accepts; `onWritten` continues with the rest, piece by piece.
    func flush() {
        guard !wire.isWriting, machine.phase != .closed else { return }
        do {
            guard try wire.flush() else { return machine.outputBlocked(now: now) }
        } catch {
            reportHangUp(.disconnected)
            return perform(machine.close())
        }
        perform(machine.outputDrained(hasInput: isProcessing || hasBacklog, now: now))
    }

    func wrote(isDelivered: Bool) {
        guard isDelivered else {
            reportHangUp(.disconnected)
            return perform(machine.close())
        }
        flush()
        guard !wire.isWriting, machine.phase != .closed else { return }
        if pending != nil { advanceAfterDrain() }
        resumeInput()
    }

    /// Reports once to the responder that the client hung up while its response was in progress.
    private func reportHangUp(_ cause: HangUp.Cause) {
        guard !isHangUpReported, pending?.live == nil, machine.isResponding(hasOutput: wire.hasOutput),
            let line = parser.takenLine
        else {
            return
        }
        isHangUpReported = true
        server.responder.clientHungUp(HangUp(method: line.method, target: line.target, cause))
    }

    // MARK: Actions

    func perform(_ action: ConnectionStateMachine.Action) {
        switch action {
        case .none: break
        case .sendContinue: wire.append(HTTP1Framing.continuation)
        case .refuse(let failure): refuse(failure)
        case .refuseLate: refuse(.requestTimeout)
        case .refuseIncomplete: refuse(.incomplete)
        case .linger:
            wire.shutdown()
            dropBacklog()
            wire.startReading()
        case .close: end { $0.close() }
        case .reset: end { $0.reset() }
        case .resetWhenDelivered: wire.whenDelivered { [weak self] in self?.reset() }
        case .giveUpWaiting: resume(with: Response(Refusal(.responseTimeout, target: [])))
        }
    }

    private func refuse(_ failure: RequestFailure) {
        dropBacklog()
        server.refreshDate()
        let response = server.responder.refusal(Refusal(failure, target: parser.targetSoFar)).rendered
        wire.append(response, hasBody: true, .close, server.dates)
        if !isProcessing { flush() }
    }

    private func reset() { perform(machine.reset()) }

    private func end(_ close: (Wire) -> Void) {
        pending = nil
        stopWaiting()
        timer?.close()
        timer = nil
        close(wire)
    }
}

extension Connection: ServedConnection {
    var deadline: Int { machine.deadline }
    var use: ConnectionUse { machine.use }
    var isClosed: Bool { machine.phase == .closed }

    func expire() { perform(machine.expired()) }

    func drain() {
        perform(machine.drain())
        endLiveBody()
    }

    func close() { perform(machine.close()) }

    func cancelPending(group: Int) {
        if pending?.response.group == group { close() }
    }

    func resume(_ token: ResponseToken, with response: Response) { resume(with: response) }
}

extension ServedProtocols {
    /// HTTP/1.1 and HTTP/1.0 (RFC 9112).
    package static var http1: ServedProtocols { ServedProtocols(http1: { Connection($0, server: $1) }) }
}
