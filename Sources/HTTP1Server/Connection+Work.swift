import Messages
import UV

/// What a connection waits for while a thread beside the loop does it.
extension Connection {
    /// Runs the work of a response, then sends what the responder makes of its result, which may be more work.
    ///
    /// Further requests of this client wait for it, and no others.
    func complete(_ work: @escaping @Sendable () -> any Sendable, _ facts: AnswerFacts) {
        runInBackground(work) { [self] result in
            guard machine.phase == .answering else { return }
            let response = server.responder.complete(result)
            guard machine.phase == .answering else { return }
            if let work = response.work { return complete(work, facts) }
            send(response, facts, hasMoreInput: hasBacklog)
            flush()
            resumeInput()
        }
    }

    /// Reads the next piece of the body that is under way, and goes on when it is there.
    func readPiece(of source: BodySource, _ unread: Range<Int>) {
        let range = unread.prefix(BodySource.pieceLength)
        pending?.isWaiting = true
        flush()
        guard machine.phase != .closed else { return }
        runInBackground {
            source.read(range.lowerBound, range.count)
        } then: { [self] bytes in
            guard machine.phase == .answering, pending != nil else { return }
            // The length is on the wire already: only a broken connection says that the body is not whole.
            guard let bytes, bytes.count == range.count else { return perform(machine.close()) }
            pending?.isWaiting = false
            pending?.unread = range.upperBound..<unread.upperBound
            output.appendPiece(bytes)
            advance()
            if pending != nil { flush() }
        }
    }

    private func runInBackground<Value: Sendable>(
        _ work: @escaping @Sendable () -> Value,
        then completion: @escaping (Value) -> Void
    ) {
        do { try stream.loop.runInBackground(work, then: completion) } catch { perform(machine.close()) }
    }
}
