import Messages
import UV

/// One client's connection: feeds the parser, calls the responder, and performs the actions of the state machine.
final class Connection {
    let server: Server
    let stream: TCPStream
    var machine: ConnectionStateMachine
    var output = OutputQueue()
    /// The response that is being sent in steps.
    var pending: PendingResponse?
    /// The request whose response comes later.
    var waiting: Waiting?
    var timer: LoopTimer?

    private let parser: RequestParser
    /// The client's address, read once.
    private let peer: String
    private var backlog = Backlog()
    /// Whether the backlog has bytes: a plain flag, because every request reads it, and reading the array costs more.
    var hasBacklog = false
    private var isWriting = false
    private var isHangUpReported = false
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
        reportHangUp(isHalf: error == nil)
        perform(error == nil ? machine.ended() : machine.close())
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
        if !backlog.isFull, !machine.inputEnded { try? stream.startReading() }
    }

    /// Parses and answers requests until the bytes are used or a request has to wait.
    ///
    /// - Returns: The offset of the first unused byte.
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

    // MARK: Responses

    /// Answers the request that the parser has completed.
    private func answer(hasMoreInput: Bool) {
        machine.ask()
        let framing = parser.responseFraming
        let response = respond(to: parser.takeRequest(from: peer, at: Int64(stream.loop.wallClock / 1000)))
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
            pending = PendingResponse(response, isHEAD: framing.isHEAD)
            return advance()
        }
        let field = machine.connectionField
        server.refreshDate()
        if field == .none, !framing.isHEAD, rendered.message.count <= OutputQueue.copyLimit {
            output.appendWhole(rendered, server.dates)
        } else {
            output.appendHead(rendered, field, server.dates)
            if !framing.isHEAD { output.appendBody(rendered, 0..<max(0, rendered.message.count - rendered.headLength)) }
        }
        machine.answered(hasMoreInput: hasMoreInput || hasBacklog, now: now)
    }

    /// Calls the responder; meanwhile other threads see the request in the loop's activity.
    private func respond(to request: consuming Request) -> Response {
        let activity = stream.loop.activity
        activity.begin(request.head.span.extracting(..<request.target.upperBound), at: now)
        defer { activity.end() }
        return server.responder.respond(to: request)
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
        guard !isWriting, machine.phase != .closed else { return }
        do {
            let isEmpty = try output.drain { bytes throws(UVError) in try stream.tryWrite(bytes) }
            if !isEmpty {
                // The rest is written from a copy of limited size.
                try output.takePiece { bytes throws(UVError) in try stream.write(bytes) }
                isWriting = true
                return machine.outputBlocked(now: now)
            }
        } catch {
            reportHangUp(isHalf: false)
            return perform(machine.close())
        }
        perform(machine.outputDrained(hasInput: isProcessing || hasBacklog, now: now))
    }

    private func wrote(_ error: UVError?) {
        isWriting = false
        guard error == nil else {
            reportHangUp(isHalf: false)
            return perform(machine.close())
        }
        flush()
        guard !isWriting, machine.phase != .closed else { return }
        if pending != nil { advanceAfterDrain() }
        resumeInput()
    }

    /// Reports once to the responder that the client hung up while its response was in progress.
    private func reportHangUp(isHalf: Bool) {
        guard !isHangUpReported, machine.isResponding(hasOutput: !output.isEmpty), let line = parser.takenLine else {
            return
        }
        isHangUpReported = true
        server.responder.clientHungUp(HangUp(method: line.method, target: line.target, isHalf: isHalf))
    }

    // MARK: Actions

    func perform(_ action: ConnectionStateMachine.Action) {
        switch action {
        case .none: break
        case .sendContinue: output.append(HTTP1Framing.continuation)
        case .refuse(let failure):
            dropBacklog()
            server.refreshDate()
            let response = server.responder.refusal(Refusal(failure, target: parser.targetSoFar)).rendered
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
        case .giveUpWaiting: resume(with: Response(Refusal(.responseTimeout, target: [])))
        }
    }

    private func end(_ close: (TCPStream) -> Void) {
        pending = nil
        stopWaiting()
        timer?.close()
        timer = nil
        close(stream)
    }
}
