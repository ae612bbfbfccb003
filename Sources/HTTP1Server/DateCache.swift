/// The current HTTP-date, formatted once a second.
struct DateCache {
    static let length = 29

    private let format: (Int64) -> [UInt8]
    private var checkedAt = Int.min
    private var second = Int64.min
    private(set) var text: [UInt8] = []

    init(format: @escaping (Int64) -> [UInt8]) {
        self.format = format
    }

    /// Looks at the system's clock if the loop's has moved.
    mutating func refresh(loopTime: Int, wallClock: () -> Int) {
        guard loopTime != checkedAt else { return }
        checkedAt = loopTime
        let current = Int64(wallClock() / 1_000_000)
        guard current != second else { return }
        second = current
        text = format(current)
    }

    func text(secondsAhead: Int) -> [UInt8] {
        secondsAhead == 0 ? text : format(second &+ Int64(secondsAhead))
    }
}
