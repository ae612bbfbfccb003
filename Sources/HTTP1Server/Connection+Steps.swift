import Messages
import UV

extension Connection {
    /// Goes on with the pending answer until it has to wait or is out.
    func advance() {
        while machine.phase == .answering {
            // A slow client gets the next piece when it has taken the last one.
            if output.isFull { flush() }
            guard !output.isFull, let pending else { return }
            if let source = pending.response.rendered.source, !pending.unread.isEmpty {
                return readPiece(of: source, pending.unread)
            }
            guard let step = self.pending?.plan.next() else { return }
            switch step {
            case .wait(let milliseconds): return wait(milliseconds)
            case .head:
                server.refreshDate()
                output.appendHead(pending.response.rendered, machine.connectionField, server.dates)
            case .body(let range) where pending.response.rendered.source != nil: self.pending?.unread = range
            case .body(let range): output.appendBody(pending.response.rendered, range)
            case .end(.none): return finishAnswer()
            case .end(.some(let effect)): return fail(effect)
            }
        }
    }

    /// The output has drained; unless the timer is running, the answer goes on.
    func advanceAfterDrain() {
        guard pending?.isWaiting == false else { return }
        advance()
    }

    private func wait(_ milliseconds: Int) {
        pending?.isWaiting = true
        flush()
        guard machine.phase != .closed else { return }
        pause(milliseconds)
    }

    private func pause(_ milliseconds: Int) {
        do {
            let timer = try timer ?? LoopTimer(on: stream.loop) { [unowned self] in waited() }
            self.timer = timer
            timer.start(afterMilliseconds: milliseconds)
        } catch {
            perform(machine.close())
        }
    }

    /// RST throws away what our system still has to send, so it waits for that, as long as the deadline allows.
    func resetWhenDelivered() {
        guard stream.undeliveredBytes > 0 else { return perform(machine.reset()) }
        pause(10)
    }

    private func waited() {
        guard machine.phase == .answering else { return flush() }
        pending?.isWaiting = false
        advance()
        if pending != nil { flush() }
    }

    private func fail(_ effect: Fault.Effect) {
        switch effect {
        case .stall:
            pending = nil
            flush()
            machine.stall(now: now)
            // So that the client's end is seen.
            try? stream.startReading()
        case .reset: finish(.reset)
        case .close: finish(.close)
        case .garbage:
            output.append(FaultBytes.garbage)
            finish(.close)
        case .badChunk:
            output.append(FaultBytes.badChunkLine)
            finish(.close)
        }
    }

    /// Breaks the connection when what was to be sent is sent.
    private func finish(_ ending: ConnectionStateMachine.Ending) {
        pending = nil
        machine.breakOff(ending, now: now)
        flush()
    }
}
