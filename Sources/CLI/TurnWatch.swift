import UV

/// Finds the turns of a loop that take long, by looking at it again and again from outside.
struct TurnWatch {
    /// How often to look, in milliseconds, so that no turn that is reported begins and ends between two looks.
    static let interval = 50
    /// Turns that take longer are reported.
    static let limit = 100
    /// When to report a turn that has not ended for the first time; then each time that it has doubled.
    private static let firstReport = 500

    /// A turn that was seen.
    private struct Turn {
        let begun: Int
        var text = ""
        var seen: Int
        var nextReport = TurnWatch.firstReport
    }

    private var turn: Turn?

    /// How long the turn under way takes already, and with what; nil: nothing takes long.
    private(set) var delay: (milliseconds: Int, text: String)?

    /// Looks at `begun`, when the loop's turn began or nil between two turns; `text` is what it is doing.
    ///
    /// - Returns: What is to be said.
    mutating func look(at now: Int, begun: Int?, text: () -> String) -> String? {
        if let turn, turn.begun == begun { return follow(turn, to: now, text) }
        let report = turn.flatMap(Self.end)
        delay = nil
        turn = begun.map { Turn(begun: $0, seen: now) }
        return report
    }

    /// When to look again.
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
        return "hypermock: nothing else is served for \(age) ms already: \(turn.text)"
    }

    private static func end(_ turn: Turn) -> String? {
        let age = turn.seen - turn.begun
        guard age > limit else { return nil }
        return "hypermock: nothing else was served for \(age) ms: \(turn.text)"
    }
}
