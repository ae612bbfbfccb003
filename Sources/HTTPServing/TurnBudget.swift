package import UV

/// The time that one kind of expensive input may take in a turn of the loop, so that it holds up no other connection.
///
/// Its users measure TLS handshakes, and frames of HTTP/2. When the time is used up, they stop reading, and wait for the
/// next turns.
package final class TurnBudget {
    /// The order of those that wait.
    package enum Rank {
        /// First, the last arrival and the first one by turns: under overload, those that arrive are served at once, where a
        /// queue would let all of them wait until they give up, and those that have waited longest are served too.
        case bothEnds
        case light
        /// Last: those that have used up their share of a turn.
        case heavy
    }

    /// Those that wait in one turn of a rank, by which they can leave.
    package struct Place {
        fileprivate let rank: Rank
        fileprivate let ticket: WaitingLine<() -> Void>.Ticket
    }

    private let loop: Loop
    private let limits: TurnLimits
    private var time = TurnTime()
    private var bothEnds = WaitingLine<() -> Void>()
    private var takesOldest = false
    private var light = WaitingLine<() -> Void>()
    private var heavy = WaitingLine<() -> Void>()
    private var idler: LoopIdler?
    /// The nanoseconds since those that wait had their last turn; nil: none has waited since the turn before.
    private var spentSinceWaiting: Int?

    package init(on loop: Loop, _ limits: TurnLimits = TurnLimits()) {
        self.loop = loop
        self.limits = limits
    }

    /// The nanoseconds of a turn that one connection may use while it has more input.
    package var share: Int { limits.share }

    /// Whether input may be processed now; if not, it waits.
    ///
    /// Those that wait with `bothEnds` have no precedence.
    package var hasRoom: Bool { light.isEmpty && spent < limits.total }

    /// Adds the nanoseconds that input has taken.
    package func spend(_ nanoseconds: Int) {
        time.add(nanoseconds, in: loop.now)
        spentSinceWaiting? += nanoseconds
    }

    /// The nanoseconds of this turn.
    ///
    /// Those that wait have their time before its events, when the loop has an older time: both share one account.
    private var spent: Int { spentSinceWaiting ?? time.spent(in: loop.now) }

    /// Calls `work` in one of the next turns.
    ///
    /// - Returns: Its place, to be left if the work is no longer wanted.
    @discardableResult
    package func wait(_ rank: Rank, _ work: @escaping () -> Void) -> Place {
        let ticket =
            switch rank {
            case .bothEnds: bothEnds.append(work)
            case .light: light.append(work)
            case .heavy: heavy.append(work)
            }
        do {
            let idler = try idler ?? LoopIdler(on: loop) { [self] in runWaiting() }
            self.idler = idler
            idler.start()
            if spentSinceWaiting == nil { spentSinceWaiting = time.spent(in: loop.now) }
        } catch {
            runWaiting()
        }
        return Place(rank: rank, ticket: ticket)
    }

    /// Drops the work at a place, unless it has been called.
    package func leave(_ place: Place) {
        switch place.rank {
        case .bothEnds: bothEnds.remove(place.ticket)
        case .light: light.remove(place.ticket)
        case .heavy: heavy.remove(place.ticket)
        }
    }

    /// Drops what waits.
    func close() {
        (bothEnds, light, heavy) = (WaitingLine(), WaitingLine(), WaitingLine())
        idler?.close()
        idler = nil
    }

    /// Calls what waits, until the time of this turn is used up.
    private func runWaiting() {
        guard !bothEnds.isEmpty || !light.isEmpty || !heavy.isEmpty else {
            spentSinceWaiting = nil
            idler?.stop()
            return
        }
        spentSinceWaiting = 0
        while let work = takeFromEnd() ?? light.takeOldest() ?? heavy.takeOldest() {
            work()
            guard spent < limits.total else { break }
        }
    }

    private func takeFromEnd() -> (() -> Void)? {
        defer { takesOldest.toggle() }
        return takesOldest ? bothEnds.takeOldest() : bothEnds.takeNewest()
    }
}

/// The limits of a ``TurnBudget``, in nanoseconds.
package struct TurnLimits: Sendable, Hashable {
    /// All connections together, in one turn.
    package var total: Int
    /// One connection that has more input, in one turn.
    package var share: Int

    package init(total: Int = 5_000_000, share: Int = 250_000) {
        self.total = total
        self.share = share
    }
}

/// The nanoseconds that have been spent in the current turn of a loop; a turn is known by the loop's time.
package struct TurnTime {
    private var turn = Int.min
    private var nanoseconds = 0

    package init() {}

    package func spent(in turn: Int) -> Int {
        turn == self.turn ? nanoseconds : 0
    }

    package mutating func add(_ nanoseconds: Int, in turn: Int) {
        self.nanoseconds = spent(in: turn) + nanoseconds
        self.turn = turn
    }
}
