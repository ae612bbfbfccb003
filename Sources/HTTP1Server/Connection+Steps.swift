import HTTPServing
import Messages
import UV

/// Responses that are sent in steps: delayed, paced, read from a file, or with a fault.
extension Connection {
    /// Continues the pending response until it has to wait or is complete.
    func advance() {
        while machine.phase == .answering {
            // A slow client gets the next piece when it has read the last one.
            if wire.isFull { flush() }
            guard !wire.isFull, let pending else { return }
            guard let step = self.pending?.plan.next() else { return }
            switch step {
            case .delay(let milliseconds): return delay(milliseconds)
            case .wait(let milliseconds): return wait(milliseconds)
            case .head:
                server.refreshDate()
                wire.append(headOf: pending.response.rendered, machine.connectionField, server.dates)
            case .body(let range): wire.append(bodyOf: pending.response.rendered, range)
            case .read(let range):
                if let source = pending.response.rendered.source { readPiece(of: source, range) }
                return
            case .live:
                guard appendLivePiece() else { return finishAnswer() }
            case .end(.none): return finishAnswer()
            case .end(.some(let effect)): return fail(effect)
            }
        }
    }

    /// Appends the next piece of a live body, or its end.
    ///
    /// - Returns: Whether the body continues.
    private func appendLivePiece() -> Bool {
        guard var state = pending?.live else { return false }
        let isChunked = pending?.response.rendered.chunks != nil
        let piece = server.responder.piece(of: &state)
        pending?.live = state
        let bytes = isChunked ? piece.map { HTTP1Framing.chunk($0) } ?? HTTP1Framing.lastChunk : piece ?? []
        wire.append(piece: bytes)
        return piece != nil
    }

    /// Ends a live body, which no client can wait for.
    func endLiveBody() {
        guard pending?.live != nil else { return }
        if pending?.response.rendered.chunks != nil { wire.append(HTTP1Framing.lastChunk) }
        timer?.stop()
        finishAnswer()
    }

    /// Continues the pending response after the output has drained, unless the timer is running.
    func advanceAfterDrain() {
        guard pending?.isWaiting == false else { return }
        advance()
    }

    private func wait(_ milliseconds: Int) {
        startWaiting { $0.start(afterMilliseconds: milliseconds) }
    }

    /// Waits by the clock of the response's group.
    private func delay(_ milliseconds: Int) {
        guard let group = pending?.response.group, group >= 0 else { return wait(milliseconds) }
        startWaiting { timer in
            pending?.delay = server.delays.begin(milliseconds, group: group, at: now, timer) { [weak self] in
                self?.waited()
            }
        }
    }

    private func startWaiting(_ start: (LoopTimer) -> Void) {
        pending?.isWaiting = true
        flush()
        guard machine.phase != .closed else { return }
        do {
            let timer = try timer ?? LoopTimer(on: loop) { [weak self] in self?.waited() }
            self.timer = timer
            start(timer)
        } catch {
            perform(machine.close())
        }
    }

    /// Ends the delay of the pending response, if it has one.
    func endDelay() {
        guard let delay = pending?.delay else { return }
        pending?.delay = nil
        let seconds = server.delays.end(delay, at: now)
        guard seconds != 0, let rendered = pending?.response.rendered else { return }
        pending?.response.rendered = rendered.movingDates(bySeconds: seconds)
    }

    private func waited() {
        guard machine.phase == .answering else { return }
        endDelay()
        pending?.isWaiting = false
        advance()
        if pending != nil { flush() }
    }

    private func fail(_ effect: Fault.Effect) {
        wire.append(effect.bytes)
        if effect == .truncated { wire.truncate() }
        switch effect.ending {
        case .stall:
            pending = nil
            flush()
            machine.stall(now: now)
            // Reading continues, to detect that the client closes the connection.
            wire.startReading()
        case .reset: finish(.reset)
        case .close: finish(.close)
        }
    }

    /// Ends the connection when the output is sent.
    private func finish(_ ending: ConnectionStateMachine.BreakKind) {
        pending = nil
        machine.breakOff(ending, now: now)
        flush()
    }

    /// Reads a piece of the body on another thread, and continues when it is there.
    private func readPiece(of source: BodySource, _ range: Range<Int>) {
        pending?.isWaiting = true
        flush()
        guard machine.phase != .closed else { return }
        runInBackground {
            source.read(range.lowerBound, range.count)
        } then: { [self] bytes in
            guard machine.phase == .answering, pending != nil else { return }
            // The length is sent already, so only closing the connection tells the client that the body is incomplete.
            guard let bytes, bytes.count == range.count else { return perform(machine.close()) }
            pending?.isWaiting = false
            wire.append(piece: bytes)
            advance()
            if pending != nil { flush() }
        }
    }
}
