#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// WireMock's `before`, `after` and `equalToDateTime`.
package struct DateMatcher: Sendable, Hashable {
    package enum Comparison: String, Sendable, CaseIterable {
        case before, after, equalToDateTime
    }

    package enum Expected: Sendable, Hashable {
        case moment(Moment)
        /// So much from the moment of matching.
        case now(TimeOffset?)
    }

    package var comparison: Comparison
    /// As it stands in the mapping.
    package var text: String
    package var expected: Expected
    /// The form of the actual value; nil: ISO 8601 or an HTTP-date.
    package var actualFormat: DatePattern?
    package var truncateExpected: TimeTruncation?
    package var truncateActual: TimeTruncation?
    /// Whether the expected time is cut after it is shifted, not before.
    package var truncatesLast = false

    /// Whether the value is a date on the right side; `now` is in milliseconds since 1970, nil: the system's clock.
    ///
    /// A value that says no offset is GMT where the expected time says one.
    func matches(_ value: String, now: Int64?) -> Bool {
        guard let actual = actualFormat.map({ $0.read(value) }) ?? Moment(value) else { return false }
        let expected = expectedMoment(now ?? Int64(Date().timeIntervalSince1970 * 1000))
        var shown = truncateActual.map { actual.truncated(by: $0) } ?? actual
        if expected.offsetMinutes != nil { shown.offsetMinutes = shown.offsetMinutes ?? 0 }
        return switch comparison {
        case .before: shown.isEarlier(than: expected)
        case .after: expected.isEarlier(than: shown)
        case .equalToDateTime: shown.isSame(as: expected)
        }
    }

    private func expectedMoment(_ now: Int64) -> Moment {
        switch expected {
        case .moment(let moment): return cut(moment)
        case .now(nil): return cut(Moment(instant: now))
        case .now(let offset?):
            let now = Moment(instant: now)
            return truncatesLast ? cut(now.shifted(by: offset)) : cut(now).shifted(by: offset)
        }
    }

    private func cut(_ moment: Moment) -> Moment {
        truncateExpected.map { moment.truncated(by: $0) } ?? moment
    }
}

extension DateMatcher.Expected {
    /// ISO 8601, `now`, `now +3 days` or `3 days`.
    init?(_ text: String) {
        let words = text.lowercased()
        if words == "now" {
            self = .now(nil)
        } else if let offset = TimeOffset(words.hasPrefix("now ") ? words.dropFirst(4) : words[...]) {
            self = .now(offset)
        } else if let moment = Moment(text) {
            self = .moment(moment)
        } else {
            return nil
        }
    }
}
