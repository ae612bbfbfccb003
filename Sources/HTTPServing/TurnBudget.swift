package import UV

/// The time that one kind of expensive input may take in a turn of the loop, so that it holds up no other connection.
///
/// Its users measure TLS handshakes, and frames of HTTP/2. When the time is used up, they stop reading, and wait for the
/// next turns.
package final class TurnBudget {
    /// The order of those that wait: the heavy ones, which have used up their share of a turn, come last.
    package enum Rank { case light, heavy }

    private let loop: Loop
    private let limits: TurnLimits
    private var time = TurnTime()
    private var light = Line()
    private var heavy = Line()
    private var idler: LoopIdler?

    package init(on loop: Loop, _ limits: TurnLimits = TurnLimits()) {
        self.loop = loop
        self.limits = limits
    }

    /// The nanoseconds of a turn that one connection may use while it has more input.
    package var share: Int { limits.share }

    /// Whether input may be processed now; if not, it waits.
    package var hasRoom: Bool { light.isEmpty && time.spent(in: loop.now) < limits.total }

    /// Adds the nanoseconds that input has taken.
    package func spend(_ nanoseconds: Int) {
        time.add(nanoseconds, in: loop.now)
    }

    /// Calls `work` in one of the next turns.
    package func wait(_ rank: Rank, _ work: @escaping () -> Void) {
        switch rank {
        case .light: light.append(work)
        case .heavy: heavy.append(work)
        }
        do {
            let idler = try idler ?? LoopIdler(on: loop) { [self] in runWaiting() }
            self.idler = idler
            idler.start()
        } catch {
            runWaiting()
        }
    }

    /// Drops what waits.
    func close() {
        (light, heavy) = (Line(), Line())
        idler?.close()
        idler = nil
    }

    /// Calls what waits, until the time of this turn is used up.
    private func runWaiting() {
        while let work = light.next() ?? heavy.next() {
            work()
            guard time.spent(in: loop.now) < limits.total else { break }
        }
        if light.isEmpty, heavy.isEmpty { idler?.stop() }
    }

    /// Those that wait, the first one first.
    private struct Line {
        private var works: [() -> Void] = []
        private var first = 0

        var isEmpty: Bool { first == works.count }

        mutating func append(_ work: @escaping () -> Void) {
            works.append(work)
        }

        mutating func next() -> (() -> Void)? {
            guard !isEmpty else { return nil }
            let work = works[first]
            first += 1
            if first == works.count || first > 1000 {
                works.removeFirst(first)
                first = 0
            }
            return work
        }
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
