/// The current HTTP-date, formatted once a second; a class, since every answer asks for it and a value would be copied.
final class DateCache {
    static let length = 29

    private let format: (Int64) -> [UInt8]
    private var second = Int64.min
    private(set) var text: [UInt8] = []

    init(format: @escaping (Int64) -> [UInt8]) {
        self.format = format
    }

    /// Takes over the time of the system's clock, in microseconds since 1970.
    func refresh(wallClock: Int) {
        let current = Int64(wallClock / 1_000_000)
        guard current != second else { return }
        second = current
        text = format(current)
    }

    func text(secondsAhead: Int) -> [UInt8] {
        secondsAhead == 0 ? text : format(second &+ Int64(secondsAhead))
    }
}
