import HAL
import HTTPTypes

/// How old a stored answer is, and how long it is good, RFC 9111 §4.2.
struct Freshness {
    /// The longest time that is guessed.
    static let longestGuess = Duration.seconds(24 * 60 * 60)

    private let answer: StoredAnswer
    private let control: CacheControl

    init(_ answer: StoredAnswer) {
        self.answer = answer
        control = CacheControl(answer.fields)
    }

    /// The age at that time, RFC 9111 §4.2.3.
    func age(at now: WallTime) -> Duration {
        let delay = max(answer.receivedAt - answer.requestedAt, .zero)
        let apparent = max(answer.receivedAt - date, .zero)
        let said = Duration.seconds(answer.fields[.age].flatMap { CacheControl.seconds($0.trimmingSpaces) } ?? 0)
        return max(apparent, said + delay) + max(now - answer.receivedAt, .zero)
    }

    /// How long it is good from its making on, RFC 9111 §4.2.1; a guess only where nothing is said.
    var lifetime: Duration {
        if let seconds = control.maxAge { return .seconds(seconds) }
        if let expires = answer.fields[values: .expires].first {
            // What is no date, `0` above all, is over.
            return HTTPDate(expires).map { max(WallTime($0) - date, .zero) } ?? .zero
        }
        guard let modified = answer.fields[values: .lastModified].first.flatMap({ HTTPDate($0) }),
            control.isPublic || CachePolicy.guessedStatuses.contains(answer.status)
        else { return .zero }
        return min(max(date - WallTime(modified), .zero) / 10, Self.longestGuess)
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

    private var date: WallTime {
        answer.fields[values: .date].first.flatMap { HTTPDate($0) }.map { WallTime($0) } ?? answer.receivedAt
    }
}
