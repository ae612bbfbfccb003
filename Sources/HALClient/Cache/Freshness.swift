import HAL
import HTTPTypes

/// How old a stored answer is, and how long it is good, RFC 9111 §4.2.
///
/// Made once for each answer, for what it says does not change.
struct Freshness: Sendable, Hashable {
    /// The longest time that is guessed.
    static let longestGuess = Duration.seconds(24 * 60 * 60)

    /// How long it is good from its making on.
    let lifetime: Duration
    private let control: CacheControl
    private let receivedAt: WallTime
    /// The age at its receipt.
    private let initialAge: Duration

    init(status: Int, fields: HTTPFields, requestedAt: WallTime, receivedAt: WallTime) {
        let date = fields[values: .date].first.flatMap { HTTPDate($0) }.map { WallTime($0) } ?? receivedAt
        let said = Duration.seconds(Self.age(fields) ?? 0)
        let delay = max(receivedAt - requestedAt, .zero)
        control = CacheControl(fields)
        self.receivedAt = receivedAt
        initialAge = max(receivedAt - date, said + delay)
        lifetime = Self.lifetime(control, status, fields, date)
    }

    /// The first value where there are several, RFC 9111 §5.1.
    private static func age(_ fields: HTTPFields) -> Int? {
        let first = fields[values: .age].first?.split(separator: ",", omittingEmptySubsequences: false).first
        return CacheControl.seconds(first.map { String($0.trimmingSpaces) })
    }

    /// RFC 9111 §4.2.1; a guess only where nothing is said.
    private static func lifetime(
        _ control: CacheControl,
        _ status: Int,
        _ fields: HTTPFields,
        _ date: WallTime
    ) -> Duration {
        if let seconds = control.maxAge { return .seconds(seconds) }
        if let expires = fields[values: .expires].first {
            // What is no date, `0` above all, is over.
            return HTTPDate(expires).map { max(WallTime($0) - date, .zero) } ?? .zero
        }
        guard let modified = fields[values: .lastModified].first.flatMap({ HTTPDate($0) }),
            control.isPublic || CachePolicy.guessedStatuses.contains(status)
        else { return .zero }
        return min(max(date - WallTime(modified), .zero) / 10, Self.longestGuess)
    }

    /// The age at that time, RFC 9111 §4.2.3.
    func age(at now: WallTime) -> Duration {
        initialAge + max(now - receivedAt, .zero)
    }

    /// Whether it may be given to a request without asking.
    func allows(_ request: CacheControl, at now: WallTime) -> Bool {
        guard !control.noCache, !request.noCache else { return false }
        let age = age(at: now)
        if let limit = request.maxAge, age > .seconds(limit) { return false }
        if let rest = request.minFresh { return lifetime - age >= .seconds(rest) }
        if lifetime > age { return true }
        guard let stale = request.maxStale, !control.mustRevalidate else { return false }
        return age - lifetime <= .seconds(min(stale, 1 << 31))
    }

    /// Whether it may be given without asking when nobody can be asked, RFC 9111 §4.2.4.
    func allowsOffline(at now: WallTime) -> Bool {
        guard !control.noCache else { return false }
        return !control.mustRevalidate || lifetime > age(at: now)
    }

    /// Whether others than the one who asked may have it too, RFC 9111 §3.5.
    var isForEverybody: Bool { control.isPublic && !control.isPrivate }

    /// Whether it must not be kept.
    var noStore: Bool { control.noStore }
}
