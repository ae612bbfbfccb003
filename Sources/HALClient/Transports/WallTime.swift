public import HAL

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A point in time of the wall clock, with fractions of a second.
public struct WallTime: Sendable, Hashable, Comparable {
    /// The time since 1970-01-01 00:00:00 GMT.
    public var sinceEpoch: Duration

    /// Makes a point in time.
    public init(sinceEpoch: Duration) {
        self.sinceEpoch = sinceEpoch
    }

    /// The start of the second of a date.
    public init(_ date: HTTPDate) {
        self.init(sinceEpoch: .seconds(date.secondsSinceEpoch))
    }

    /// The current time.
    public static func now() -> WallTime {
        WallTime(sinceEpoch: .seconds(Date().timeIntervalSince1970))
    }

    /// Whether `lhs` is earlier.
    public static func < (lhs: WallTime, rhs: WallTime) -> Bool {
        lhs.sinceEpoch < rhs.sinceEpoch
    }

    /// The time plus a duration.
    public static func + (lhs: WallTime, rhs: Duration) -> WallTime {
        WallTime(sinceEpoch: lhs.sinceEpoch + rhs)
    }

    /// The duration between two times; negative if `lhs` is earlier.
    public static func - (lhs: WallTime, rhs: WallTime) -> Duration {
        lhs.sinceEpoch - rhs.sinceEpoch
    }

    /// The date in whole seconds, rounded up.
    public var date: HTTPDate {
        HTTPDate(secondsSinceEpoch: sinceEpoch.roundedUpSeconds)
    }
}

extension Duration {
    /// Whole seconds, rounded up.
    var roundedUpSeconds: Int {
        let (seconds, attoseconds) = components
        return Int(clamping: attoseconds > 0 ? seconds + 1 : seconds)
    }
}
