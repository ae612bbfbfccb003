import HTTP2
import HTTPServing
import Messages
import UV

/// The input of a connection, which is processed in slices, so that a few expensive bytes hold up no other connection.
struct PacedInput {
    /// The time that a slice should take at most, in nanoseconds.
    private static let goal = 100_000
    private static let sizes = 256...16_384

    /// Bytes that wait for one of the next turns of the loop.
    fileprivate var bytes: [UInt8] = []
    /// Whether the client has shut down its side after them.
    var hasEnded = false
    fileprivate private(set) var slice = Self.sizes.lowerBound
    fileprivate private(set) var rank = TurnBudget.Rank.light
    private var time = TurnTime()

    var isWaiting: Bool { !bytes.isEmpty }

    /// Adapts the size of the slices to the time that one has taken.
    fileprivate mutating func took(_ nanoseconds: Int) {
        if nanoseconds > Self.goal {
            slice = max(Self.sizes.lowerBound, slice / 2)
        } else if nanoseconds < Self.goal / 2 {
            slice = min(Self.sizes.upperBound, slice * 2)
        }
    }

    /// Adds the time of this turn's input, and remembers whether it was more than `share`.
    fileprivate mutating func spend(_ nanoseconds: Int, in turn: Int, share: Int) {
        time.add(nanoseconds, in: turn)
        rank = time.spent(in: turn) < share ? .light : .heavy
    }

    fileprivate func spent(in turn: Int) -> Int { time.spent(in: turn) }
}

extension HTTP2Connection {
    /// Processes input, and keeps the part that has to wait for the next turns.
    func process(_ bytes: Span<UInt8>) {
        guard !input.isWaiting else { return input.bytes.append(copying: bytes) }
        let hasTime = server.frames.hasRoom && input.spent(in: now) <= server.frames.share
        let used = hasTime ? processSlices(bytes) : 0
        guard used < bytes.count, phase == .open else { return }
        input.bytes.append(copying: bytes.extracting(used...))
        wire.stopReading()
        waitForTurn()
    }

    private func waitForTurn() {
        server.frames.wait(input.rank) { [weak self] in self?.continueInput() }
    }

    private func continueInput() {
        guard phase == .open else { return }
        let bytes = input.bytes
        input.bytes = []
        let used = processSlices(bytes.span)
        guard phase == .open else { return }
        if used < bytes.count {
            input.bytes = Array(bytes[used...])
            waitForTurn()
        } else if input.hasEnded {
            ended(isClean: true)
        } else {
            wire.startReading()
        }
    }

    /// Processes input until it is used, or has taken the connection's share of this turn.
    ///
    /// - Returns: The number of bytes used.
    private func processSlices(_ bytes: Span<UInt8>) -> Int {
        let start = Loop.nanoseconds
        var time = start
        lastActivity = now
        session.clock = now
        var used = 0
        repeat {
            let end = min(bytes.count, used + input.slice)
            handle(session.receive(bytes.extracting(used..<end)))
            used = end
            let before = time
            time = Loop.nanoseconds
            input.took(time - before)
        } while used < bytes.count && phase == .open && time - start < server.frames.share
        flush()
        let spent = Loop.nanoseconds - start
        server.frames.spend(spent)
        input.spend(spent, in: now, share: server.frames.share)
        return used
    }
}

extension ConnectionProblem {
    init(_ violation: HTTP2Violation, peer: String) {
        self.init(
            .http2(violation.code, reason: violation.reason, endsConnection: violation.endsConnection),
            peer: peer
        )
    }
}
