import Messages
import UV

/// One client's connection: it feeds the parser, asks the responder, and does what the state machine decides.
final class Connection {
    let server: Server
    let stream: TCPStream
    var machine: ConnectionStateMachine
    var output = OutputQueue()
    /// The answer that goes out in steps, where it is one.
    var pending: PendingAnswer?
    var timer: LoopTimer?

    private let parser: RequestParser
    /// The address of the client; asked for once.
    private let peer: String
    private var backlog = Backlog()
    /// Whether the backlog has bytes: a plain flag, because every request asks and the array's checks of access cost.
    var hasBacklog = false
    private var isWriting = false
    private var isHangUpTold = false
    private var isProcessing = false

    init(_ stream: TCPStream, server: Server) {
        self.stream = stream
        self.server = server
        machine = ConnectionStateMachine(timeouts: server.configuration.timeouts, now: stream.loop.now)
        parser = RequestParser(limits: server.configuration.limits)
        peer = stream.peerHost
    }

    func start() {
        stream.onBytes = { [self] bytes in received(bytes) }
        stream.onEnd = { [self] error in ended(error) }
        stream.onWritten = { [self] error in wrote(error) }
        stream.onClosed = { [self] in server.forget(self) }
        do { try stream.startReading() } catch { perform(machine.close()) }
    }

    var now: Int { stream.loop.now }

    // MARK: Input

    private func received(_ bytes: Span<UInt8>) {
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
        if backlog.isFull { stream.stopReading() }
    }

    private func dropBacklog() {
        backlog = Backlog()
        hasBacklog = false
    }

    private func ended(_ error: UVError?) {
        tellHangUp(isHalf: error == nil)
        perform(error == nil ? machine.ended() : machine.close())
        flush()
    }

    /// Goes on with what arrived while an answer was under way.
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
        if !backlog.isFull, !machine.inputEnded { try? stream.startReading() }
    }

    /// Parses and answers request after request, until the bytes are used up or one has to wait.
    ///
    /// - Returns: where the bytes begin that are not used yet.
    private func process(_ bytes: Span<UInt8>, from start: Int) -> Int {
        isProcessing = true
        defer { isProcessing = false }
        var offset = start
        while offset < bytes.count, machine.intake == .parse, !output.isFull {
            let progress = parser.parse(bytes, from: &offset)
            guard progress == .complete else {
                perform(machine.parsed(progress, now: now))
                continue
            }
            answer(hasMoreInput: offset < bytes.count)
        }
        return offset
    }

    // MARK: Answers

    /// Answers the request that the parser has completed.
    private func answer(hasMoreInput: Bool) {
        machine.ask()
        let facts = parser.answerFacts
        let response = respond(to: parser.takeRequest(from: peer, at: Int64(stream.loop.wallClock / 1000)))
        // The responder may have stopped the server.
        guard machine.phase == .answering else { return }
        if let work = response.work { return complete(work, facts) }
        send(response, facts, hasMoreInput: hasMoreInput)
    }

    @inline(__always)
    func send(_ response: consuming Response, _ facts: AnswerFacts, hasMoreInput: Bool) {
        if facts.minorVersion == 0 { response.rendered = response.rendered.unchunked() }
        let rendered = response.rendered
        machine.begin(facts, answerCloses: rendered.closes)
        guard response.delayMilliseconds <= 0, rendered.isPlain else {
            pending = PendingAnswer(response, isHEAD: facts.isHEAD)
            return advance()
        }
        let field = machine.connectionField
        server.refreshDate()
        if field == .none, !facts.isHEAD, rendered.message.count <= OutputQueue.copyLimit {
            output.appendWhole(rendered, server.dates)
        } else {
            output.appendHead(rendered, field, server.dates)
            if !facts.isHEAD { output.appendBody(rendered, 0..<max(0, rendered.message.count - rendered.headLength)) }
        }
        machine.answered(hasMoreInput: hasMoreInput || hasBacklog, now: now)
    }

    /// Asks the responder; while it thinks, others see which request that is for.
    private func respond(to request: consuming Request) -> Response {
        let activity = stream.loop.activity
        activity.begin(request.head.span.extracting(..<request.target.upperBound), at: now)
        defer { activity.end() }
        return server.responder.respond(to: request)
    }

    func finishAnswer() {
        pending = nil
        machine.answered(hasMoreInput: hasBacklog, now: now)
        flush()
        resumeInput()
    }

    // MARK: Output

    /// Writes what the system takes; the rest goes with `onWritten`, piece by piece.
    func flush() {
        guard !isWriting, machine.phase != .closed else { return }
        do {
            let isEmpty = try output.drain { bytes throws(UVError) in try stream.tryWrite(bytes) }
            if !isEmpty {
                // What the system does not take now it gets from a copy, of limited size.
                try output.takePiece { bytes throws(UVError) in try stream.write(bytes) }
                isWriting = true
                return machine.outputBlocked(now: now)
            }
        } catch {
            tellHangUp(isHalf: false)
            return perform(machine.close())
        }
        perform(machine.outputDrained(hasInput: isProcessing || hasBacklog, now: now))
    }

    private func wrote(_ error: UVError?) {
        isWriting = false
        guard error == nil else {
            tellHangUp(isHalf: false)
            return perform(machine.close())
        }
        flush()
        guard !isWriting, machine.phase != .closed else { return }
        if pending != nil { advanceAfterDrain() }
        resumeInput()
    }

    /// Tells the responder once of a client that has gone while its response was under way.
    private func tellHangUp(isHalf: Bool) {
        guard !isHangUpTold, machine.isResponding(hasOutput: !output.isEmpty), let line = parser.takenLine else {
            return
        }
        isHangUpTold = true
        server.responder.clientHungUp(HangUp(method: line.method, target: line.target, isHalf: isHalf))
    }

    // MARK: Actions

    func perform(_ action: ConnectionStateMachine.Action) {
        switch action {
        case .none: break
        case .sendContinue: output.append(Self.continueLine)
        case .refuse(let failure):
            dropBacklog()
            server.refreshDate()
            let refusal = Refusal(status: failure.status, reason: failure.reason, target: parser.targetSoFar)
            let response = server.responder.refusal(refusal).rendered
            output.appendHead(response, .close, server.dates)
            output.appendBody(response, 0..<(response.message.count - response.headLength))
            if !isProcessing { flush() }
        case .linger:
            stream.shutdown()
            dropBacklog()
            try? stream.startReading()
        case .close: end { $0.close() }
        case .reset: end { $0.closeReset() }
        case .resetWhenDelivered: resetWhenDelivered()
        }
    }

    private func end(_ close: (TCPStream) -> Void) {
        pending = nil
        timer?.close()
        timer = nil
        close(stream)
    }

    private static let continueLine = [UInt8]("HTTP/1.1 100 Continue\r\n\r\n".utf8)
}
