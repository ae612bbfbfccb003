/// The clock of an address: the server's, or one that was moved or stopped.
///
/// Times and differences are in milliseconds; times are since 1970.
package struct MountClock: Sendable, Hashable {
    /// Why a clock cannot be changed.
    package enum Refusal: Error, Hashable {
        /// A clock can only be advanced forwards.
        case backwards
        /// The time would be outside of the years 1970 to 9999.
        case outOfRange
    }

    private enum Mode: Hashable {
        /// The server's clock plus a difference.
        case running(ahead: Int64)
        case stopped(at: Int64)
    }

    /// The last time that an HTTP-date can express: the end of the year 9999.
    package static let latest: Int64 = 253_402_300_799_999

    private var mode = Mode.running(ahead: 0)

    /// Creates a clock with the server's time.
    package init() {}

    /// Creates a clock from its description; nil if the text is anything else.
    package init?(_ text: String) {
        let parts = text.split(separator: " ")
        guard parts.count == 2, let number = Int64(parts[1]), abs(number) <= Self.latest else { return nil }
        switch parts[0] {
        case "running": mode = .running(ahead: number)
        case "stopped" where number >= 0: mode = .stopped(at: number)
        case _: return nil
        }
    }

    /// The text from which another engine makes the same clock.
    package var description: String {
        switch mode {
        case .running(let ahead): "running \(ahead)"
        case .stopped(let time): "stopped \(time)"
        }
    }

    /// Whether its time is not the server's.
    package var isMoved: Bool { mode != .running(ahead: 0) }

    package var isStopped: Bool {
        switch mode {
        case .running: false
        case .stopped: true
        }
    }

    /// The time at a time of the server.
    package func time(at real: Int64) -> Int64 {
        switch mode {
        case .running(let ahead):
            let (sum, overflow) = real.addingReportingOverflow(ahead)
            return overflow ? Self.latest : min(max(0, sum), Self.latest)
        case .stopped(let time): return time
        }
    }

    /// Advances the time, of a stopped clock too.
    ///
    /// - Throws: ``Refusal`` if it would go backwards or beyond the year 9999; the clock stays.
    package mutating func advance(by milliseconds: Int64, at real: Int64) throws(Refusal) {
        guard milliseconds >= 0 else { throw .backwards }
        let (sum, overflow) = time(at: real).addingReportingOverflow(milliseconds)
        guard !overflow, sum <= Self.latest else { throw .outOfRange }
        switch mode {
        case .running: mode = .running(ahead: sum - real)
        case .stopped: mode = .stopped(at: sum)
        }
    }

    /// Stops the clock, at a time or, if that is nil, at its present one.
    ///
    /// - Throws: ``Refusal`` if the time is outside of the years 1970 to 9999; the clock stays.
    package mutating func stop(at time: Int64?, now real: Int64) throws(Refusal) {
        let time = time ?? self.time(at: real)
        guard (0...Self.latest).contains(time) else { throw .outOfRange }
        mode = .stopped(at: time)
    }

    /// Lets a stopped clock run on from its time.
    package mutating func run(at real: Int64) {
        guard case .stopped(let time) = mode else { return }
        mode = .running(ahead: time - real)
    }
}
