import HAL
import HTTPTypes

/// The age and the freshness lifetime of a stored response, RFC 9111 §4.2.
///
/// Computed once for each response, because its fields do not change.
struct Freshness: Sendable, Hashable {
    /// The longest heuristic lifetime.
    static let longestGuess = Duration.seconds(24 * 60 * 60)

    /// The freshness lifetime, from the date of the response.
    let lifetime: Duration
    private let control: CacheControl
    private let receivedAt: WallTime
    /// The age when the response was received.
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

    /// The first value of `Age`, RFC 9111 §5.1.
    private static func age(_ fields: HTTPFields) -> Int? {
        let first = fields[values: .age].first?.split(separator: ",", omittingEmptySubsequences: false).first
        return CacheControl.seconds(first.map { String($0.trimmingSpaces) })
    }

    /// The lifetime, RFC 9111 §4.2.1; heuristic only without explicit directives.
    private static func lifetime(
        _ control: CacheControl,
        _ status: Int,
        _ fields: HTTPFields,
        _ date: WallTime
    ) -> Duration {
        if let seconds = control.maxAge { return .seconds(seconds) }
        let expires = fields[values: .expires]
        if let first = expires.first {
            // An invalid or ambiguous date, such as `0`, means expired, RFC 9111 §5.3.
            guard Set(expires).count == 1, let reading = HTTPDate.Reading(first, now: date.date),
                reading.isStrict(first)
            else { return .zero }
            return max(WallTime(reading.date) - date, .zero)
        }
        guard let modified = fields[values: .lastModified].first.flatMap({ HTTPDate($0) }),
            control.isPublic || CachePolicy.guessedStatuses.contains(status)
        else { return .zero }
        return min(max(date - WallTime(modified), .zero) / 10, Self.longestGuess)
    }

    /// The age at a time, RFC 9111 §4.2.3.
    func age(at now: WallTime) -> Duration {
        initialAge + max(now - receivedAt, .zero)
    }

    /// Whether the response may be served without revalidation.
    func allows(_ request: CacheControl, at now: WallTime) -> Bool {
        guard !control.noCache, !request.noCache else { return false }
        let age = age(at: now)
        if control.isImmutable, request.maxAge == 0, request.minFresh == nil, lifetime > age { return true }
        if let limit = request.maxAge, age > .seconds(limit) { return false }
        if let rest = request.minFresh { return lifetime - age >= .seconds(rest) }
        if lifetime > age { return true }
        guard let stale = request.maxStale, !control.mustRevalidate else { return false }
        return age - lifetime <= .seconds(min(stale, 1 << 31))
    }

    /// Whether the response may be served while a request in the background revalidates it, RFC 5861 §3.
    func allowsWhileRevalidating(_ request: CacheControl, at now: WallTime) -> Bool {
        guard !request.noCache, request.maxAge == nil, request.minFresh == nil else { return false }
        return isStale(for: control.staleWhileRevalidate, at: now)
    }

    /// Whether the response may be served after an error of the server or the connection, RFC 5861 §4.
    func allowsAfterError(_ request: CacheControl, at now: WallTime) -> Bool {
        isStale(for: control.staleIfError ?? request.staleIfError, at: now)
    }

    private func isStale(for seconds: Int?, at now: WallTime) -> Bool {
        guard let seconds, !control.noCache, !control.mustRevalidate else { return false }
        return age(at: now) - lifetime <= .seconds(seconds)
    }

    /// Whether the response may be served while disconnected, RFC 9111 §4.2.4.
    func allowsOffline(at now: WallTime) -> Bool {
        guard !control.noCache else { return false }
        return !control.mustRevalidate || lifetime > age(at: now)
    }

    /// Whether the response may be shared, RFC 9111 §3.5.
    var isForEverybody: Bool { control.isPublic && !control.isPrivate }

    /// The fields that may be served only after revalidation, RFC 9111 §5.2.2.4.
    var unvalidatedFields: Set<HTTPField.Name> { control.noCacheFields }
}

extension HTTPDate.Reading {
    /// Whether a text has one of the three forms exactly, except for the case of its letters, RFC 9111 §4.2.
    fileprivate func isStrict(_ text: String) -> Bool {
        isExact || text.lowercased().dropFirst(3) == date.description.lowercased().dropFirst(3)
    }
}
