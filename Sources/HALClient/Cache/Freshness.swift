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
        if let expires = fields[values: .expires].first {
            // An invalid date, such as `0`, means expired.
            return HTTPDate(expires).map { max(WallTime($0) - date, .zero) } ?? .zero
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
        if let limit = request.maxAge, age > .seconds(limit) { return false }
        if let rest = request.minFresh { return lifetime - age >= .seconds(rest) }
        if lifetime > age { return true }
        guard let stale = request.maxStale, !control.mustRevalidate else { return false }
        return age - lifetime <= .seconds(min(stale, 1 << 31))
    }

    /// Whether the response may be served while disconnected, RFC 9111 §4.2.4.
    func allowsOffline(at now: WallTime) -> Bool {
        guard !control.noCache else { return false }
        return !control.mustRevalidate || lifetime > age(at: now)
    }

    /// Whether the response may be shared, RFC 9111 §3.5.
    var isForEverybody: Bool { control.isPublic && !control.isPrivate }

    /// Whether the response must not be stored.
    var noStore: Bool { control.noStore }
}

/// The directives of `Cache-Control` of a request or a response, RFC 9111 §5.2; unknown ones are ignored.
struct CacheControl: Sendable, Hashable {
    private(set) var noStore = false
    private(set) var noCache = false
    private(set) var onlyIfCached = false
    private(set) var mustRevalidate = false
    private(set) var isPublic = false
    private(set) var isPrivate = false
    /// Seconds; 0 if it is not a number, or if two values differ.
    private(set) var maxAge: Int?
    /// Seconds; `Int.max` if any age is acceptable.
    private(set) var maxStale: Int?
    private(set) var minFresh: Int?

    init(_ fields: HTTPFields) {
        let values = fields[values: .cacheControl]
        for value in values {
            for directive in Self.directives(in: value) { take(directive.name, directive.value) }
        }
        // HTTP/1.0, RFC 9111 §5.4.
        let pragma = values.isEmpty ? HTTPField.Name("Pragma").map { fields[values: $0] } : nil
        if pragma?.contains(where: { $0.lowercased().contains("no-cache") }) == true { noCache = true }
    }

    private mutating func take(_ name: String, _ value: String?) {
        switch name {
        case "no-store": noStore = true
        // With a list of fields it applies only to these; revalidation is always allowed.
        case "no-cache": noCache = true
        case "only-if-cached": onlyIfCached = true
        case "must-revalidate": mustRevalidate = true
        case "public": isPublic = true
        // With a list of fields it applies only to these; storing the whole response as private is always allowed.
        case "private": isPrivate = true
        case "max-age":
            let seconds = Self.seconds(value) ?? 0
            maxAge = maxAge.map { $0 == seconds ? seconds : 0 } ?? seconds
        case "max-stale": maxStale = value == nil ? Int.max : Self.seconds(value) ?? 0
        case "min-fresh": minFresh = Self.seconds(value) ?? Int.max
        case _: break
        }
    }

    /// Reads digits; values above 2³¹ are clamped, RFC 9111 §1.2.2.
    static func seconds(_ text: String?) -> Int? {
        guard let text, !text.isEmpty, text.utf8.allSatisfy(\.isDigit) else { return nil }
        return min(Int(text) ?? 1 << 31, 1 << 31)
    }

    /// The elements of a list of directives; a comma within quotes is not a separator.
    private static func directives(in text: String) -> [(name: String, value: String?)] {
        var elements: [String] = [""]
        var isQuoted = false
        for character in text {
            if character == "\"" { isQuoted.toggle() }
            if character == ",", !isQuoted {
                elements.append("")
            } else {
                elements[elements.count - 1].append(character)
            }
        }
        return elements.map { String($0.trimmingSpaces) }.filter { !$0.isEmpty }.map { element in
            let parts = element.split(separator: "=", maxSplits: 1).map { String($0.trimmingSpaces) }
            let value = parts.count > 1 ? parts[1].replacing("\"", with: "") : nil
            return (parts.first?.lowercased() ?? "", value)
        }
    }
}
