import UV

/// Watches a server's loops from another loop: reports one that is stuck, and ends a process that does not end in time.
final class LoopWatchdog {
    private let loop: Loop
    private let activities: [LoopActivity]
    private let say: (String) -> Void
    private let exit: (Int32) -> Void
    private var watches: [TurnWatch]
    private var timer: LoopTimer?
    private var lastResort: LoopTimer?

    /// Starts watching; `say` prints lines, and `exit` ends the process.
    ///
    /// - Throws: `UVError` if a timer cannot be made.
    init(
        on loop: Loop,
        activities: [LoopActivity],
        say: @escaping (String) -> Void,
        exit: @escaping (Int32) -> Void = CurrentProcess.end
    ) throws(UVError) {
        self.loop = loop
        self.activities = activities
        self.say = say
        self.exit = exit
        watches = Array(repeating: TurnWatch(), count: activities.count)
        timer = try LoopTimer(on: loop) { [weak self] in self?.look() }
        lastResort = try LoopTimer(on: loop) { [weak self] in self?.giveUp() }
        if !activities.isEmpty { timer?.start(afterMilliseconds: TurnWatch.interval) }
    }

    /// Ends the process after `limit` milliseconds, unless it has ended by then.
    func expectEnd(withinMilliseconds limit: Int) {
        lastResort?.start(afterMilliseconds: limit)
    }

    func close() {
        timer?.close()
        lastResort?.close()
        timer = nil
        lastResort = nil
    }

    private func look() {
        let now = Loop.clock
        for (index, activity) in activities.enumerated() {
            let line = watches[index].look(at: now, begun: activity.begun) { Self.text(activity) }
            if let line { say(line + "\n") }
        }
        let next = watches.map { $0.nextLook(after: now) }.min() ?? TurnWatch.interval
        timer?.start(afterMilliseconds: next)
    }

    private func giveUp() {
        let delays = watches.compactMap(\.delay).map { "\($0.text) has taken \($0.milliseconds) ms so far" }
        let reason = delays.isEmpty ? "it did not stop in time" : delays.joined(separator: ", ")
        say("hypermock: the server stops with unfinished requests: \(reason)\n")
        exit(ExitStatus.infrastructure.rawValue)
    }

    private static func text(_ activity: LoopActivity) -> String {
        let bytes = activity.text
        let text = String(decoding: bytes, as: UTF8.self)
        return bytes.count < LoopActivity.longestText ? text : text + "…"
    }
}

/// Detects long turns of a loop by checking its activity regularly.
struct TurnWatch {
    /// Milliseconds between two checks, less than `limit`, so that no long turn is missed.
    static let interval = 50
    /// The longest turn that is not reported, in milliseconds.
    static let limit = 100
    /// The age at which a turn is reported for the first time before it ends; then each time that its age doubles.
    private static let firstReport = 500

    /// The turn that was seen last.
    private struct Turn {
        let begun: Int
        var text = ""
        var seen: Int
        var nextReport = TurnWatch.firstReport
    }

    private var turn: Turn?

    /// The age and the activity of the current turn if it is long.
    private(set) var delay: (milliseconds: Int, text: String)?

    /// Checks a turn that began at `begun` (nil: between two turns) with the activity `text`.
    ///
    /// - Returns: The line to print, if any.
    mutating func look(at now: Int, begun: Int?, text: () -> String) -> String? {
        if let turn, turn.begun == begun { return follow(turn, to: now, text) }
        let report = turn.flatMap(Self.end)
        delay = nil
        turn = begun.map { Turn(begun: $0, seen: now) }
        return report
    }

    /// Returns the milliseconds until the next check.
    func nextLook(after now: Int) -> Int {
        guard let turn else { return Self.interval }
        let age = now - turn.begun
        return age > Self.limit ? 10 : Swift.min(Self.interval, Self.limit + 1 - age)
    }

    private mutating func follow(_ turn: Turn, to now: Int, _ text: () -> String) -> String? {
        var turn = turn
        turn.seen = now
        let age = now - turn.begun
        defer { self.turn = turn }
        guard age > Self.limit else { return nil }
        turn.text = text()
        delay = (age, turn.text)
        guard age >= turn.nextReport else { return nil }
        while turn.nextReport <= age { turn.nextReport *= 2 }
        return "hypermock: warning: a request has blocked the server for \(age) ms so far: \(turn.text)"
    }

    private static func end(_ turn: Turn) -> String? {
        let age = turn.seen - turn.begun
        guard age > limit else { return nil }
        return "hypermock: warning: a request blocked the server for \(age) ms: \(turn.text)"
    }
}
