import UV

/// Watches the loops of a server from another loop: says when one is stuck, and ends the process where it cannot end itself.
final class Watchdog {
    private let loop: Loop
    private let activities: [LoopActivity]
    private let say: (String) -> Void
    private let exit: (Int32) -> Void
    private var watches: [TurnWatch]
    private var timer: LoopTimer?
    private var lastResort: LoopTimer?

    /// `say` gets lines; `exit` ends the process.
    init(
        on loop: Loop,
        activities: [LoopActivity],
        say: @escaping (String) -> Void,
        exit: @escaping (Int32) -> Void = ProcessEnd.now
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

    /// Ends the process after that time, unless it has ended by then.
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
        let delays = watches.compactMap(\.delay).map { "\($0.text) takes \($0.milliseconds) ms already" }
        let reason = delays.isEmpty ? "it did not end in time" : delays.joined(separator: ", ")
        say("hypermock: the server is ended with requests under way: \(reason)\n")
        exit(ExitStatus.infrastructure.rawValue)
    }

    private static func text(_ activity: LoopActivity) -> String {
        let bytes = activity.text
        let text = String(decoding: bytes, as: UTF8.self)
        return bytes.count < LoopActivity.longestText ? text : text + "…"
    }
}
