import Documents
internal import HAL

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// `before`, `after` and `equalToDateTime`: a time, fixed or relative to now.
struct DateComparison: Operator {
    enum Comparison: String {
        case before, after, equalToDateTime
    }

    enum Time: Hashable {
        case moment(Moment)
        /// The time of evaluation, shifted.
        case now(TimeOffset?)
    }

    static let keys: [OperatorKey] = [
        .key(
            "before",
            .text,
            "The value is an earlier time: ISO 8601, `now`, or an offset such as `now +3 days`.",
            example: "before: now +3 days"
        ),
        .key("after", .text, "The value is a later time.", example: "after: '2026-01-01T00:00:00Z'"),
        .key(
            "equalToDateTime",
            .text,
            "The value is this time.",
            example: "equalToDateTime: '2026-01-01T00:00:00Z'"
        ),
        .option(
            "actualFormat",
            .text,
            "The format of the value: a pattern such as `dd/MM/yyyy`, `unix` or `epoch`; by default ISO 8601 or an HTTP-date.",
            example: "before: now, actualFormat: dd/MM/yyyy"
        ),
        .option(
            "truncateExpected",
            .choice(TimeTruncation.allCases.map(\.rawValue)),
            "Rounds the expected time if it is relative to now.",
            example: "after: now, truncateExpected: first day of month"
        ),
        .option(
            "truncateActual",
            .choice(TimeTruncation.allCases.map(\.rawValue)),
            "Rounds the time of the value.",
            example: "equalToDateTime: now, truncateActual: first hour of day"
        ),
        .option(
            "applyTruncationLast",
            .boolean,
            "Whether the expected time is rounded after its offset is added.",
            example: "before: now +3 days, truncateExpected: first day of month, applyTruncationLast: true"
        ),
        .option(
            "expectedOffset",
            .integer(offsets),
            "An offset of the expected time from now.",
            example: "before: now, expectedOffset: 3, expectedOffsetUnit: days"
        ),
        .option(
            "expectedOffsetUnit",
            .choice(TimeOffset.Unit.allCases.map(\.rawValue)),
            "The unit of `expectedOffset`.",
            example: "after: now, expectedOffset: -1, expectedOffsetUnit: hours"
        ),
    ]

    private static let offsets = -Int(Int32.max)...Int(Int32.max)

    let comparison: Comparison
    /// The operand as it is written.
    let written: String
    var time: Time
    /// The format of the value; nil: ISO 8601 or an HTTP-date.
    var actualFormat: DatePattern?
    var truncateExpected: TimeTruncation?
    var truncateActual: TimeTruncation?
    /// Whether the expected time is rounded after its offset is added, not before.
    var truncatesLast = false

    var name: String { comparison.rawValue }
    var operand: JSONValue { .string(written) }

    var options: [JSONObject.Member] {
        var object = JSONObjectBuilder()
        if written.lowercased() == "now", case .now(let offset?) = time {
            object.add("expectedOffset", offset.amount)
            object.add("expectedOffsetUnit", offset.unit.rawValue)
        }
        object.add("actualFormat", actualFormat?.text)
        object.add("truncateExpected", truncateExpected?.rawValue)
        object.add("truncateActual", truncateActual?.rawValue)
        object.add("applyTruncationLast", truncatesLast ? .bool(true) : nil)
        return object.json.object?.members ?? []
    }

    func holds(for value: MatchedValue, _ budget: inout EvaluationBudget) -> Bool? {
        guard let text = value.text else { return false }
        guard budget.spend(bytes: 8 * text.utf8.count) else { return nil }
        return moment(of: text).map { holds(for: $0, now: value.now) } ?? false
    }

    /// Whether the comparison holds; a value without an offset is in GMT if the expected time has an offset.
    private func holds(for actual: Moment, now: Int64?) -> Bool {
        let expected = expectedMoment(now ?? Int64(Date().timeIntervalSince1970 * 1000))
        var actual = truncateActual.map { actual.truncated(by: $0) } ?? actual
        if expected.offsetMinutes != nil { actual.offsetMinutes = actual.offsetMinutes ?? 0 }
        return switch comparison {
        case .before: actual.isEarlier(than: expected)
        case .after: expected.isEarlier(than: actual)
        case .equalToDateTime: actual.isSame(as: expected)
        }
    }

    private func moment(of text: String) -> Moment? {
        actualFormat.map { $0.read(text) } ?? Moment(text)
    }

    private func expectedMoment(_ now: Int64) -> Moment {
        switch time {
        case .moment(let moment): return moment
        case .now(nil): return rounded(Moment(instant: now))
        case .now(let offset?):
            let now = Moment(instant: now)
            return truncatesLast ? rounded(now.shifted(by: offset)) : rounded(now).shifted(by: offset)
        }
    }

    private func rounded(_ moment: Moment) -> Moment {
        truncateExpected.map { moment.truncated(by: $0) } ?? moment
    }

    func hint(for value: String, _ hints: ValueHint) -> String? {
        guard moment(of: value) == nil else { return nil }
        return "the value is not a date" + (actualFormat.map { " in the form \($0.text)" } ?? "")
    }
}

extension DateComparison.Time {
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

extension DateComparison {
    static func read(_ source: OperatorSource) -> Matcher? {
        let log = source.reader.log
        guard let comparison = Comparison(rawValue: source.name), let text = source.text else { return nil }
        guard let time = Time(text) else {
            return source.reader.matcherOfNothing(
                source.name,
                source.node,
                "\(source.quoted): '\(text.prefix(40))' is not a date",
                suggestion: "use a form such as '2026-11-03T10:00:00Z', 'now' or 'now +3 days'"
            )
        }
        var date = DateComparison(comparison: comparison, written: text, time: time)
        if let offset = offset(source) {
            guard case .now(nil) = time else {
                log.error("'expectedOffset' needs \(source.quoted) to be 'now'", at: source.node)
                return nil
            }
            date.time = .now(offset)
        }
        date.actualFormat = source.option("actualFormat", source.reader.datePattern)
        date.truncateExpected = source.option("truncateExpected", source.reader.truncation)
        date.truncateActual = source.option("truncateActual", source.reader.truncation)
        date.truncatesLast = source.isOn("applyTruncationLast")
        return Matcher(date)
    }

    private static func offset(_ source: OperatorSource) -> TimeOffset? {
        let log = source.reader.log
        guard let amountNode = source.options["expectedOffset"] else {
            if let unit = source.options["expectedOffsetUnit"] {
                log.error("'expectedOffsetUnit' needs 'expectedOffset'", at: unit)
            }
            return nil
        }
        guard let unitNode = source.options["expectedOffsetUnit"] else {
            log.error("'expectedOffset' needs 'expectedOffsetUnit'", at: amountNode)
            return nil
        }
        guard let amount = source.reader.integer(amountNode, "'expectedOffset'", in: offsets),
            let word = source.reader.text(unitNode, "'expectedOffsetUnit'")
        else { return nil }
        guard let offset = TimeOffset("\(amount) \(word)") else {
            let known = TimeOffset.Unit.allCases.map(\.rawValue).joined(separator: ", ")
            log.error("'\(word)' is not a valid 'expectedOffsetUnit'", at: unitNode, suggestion: "supported: \(known)")
            return nil
        }
        return offset
    }
}

extension NodeReader {
    /// `first day of month`, or `FIRST_DAY_OF_MONTH`.
    fileprivate func truncation(_ node: Node, _ name: String) -> TimeTruncation? {
        guard let text = text(node, name) else { return nil }
        if let known = TimeTruncation(rawValue: text.lowercased().replacing("_", with: " ")) { return known }
        let words = TimeTruncation.allCases.map(\.rawValue)
        let suggestion = Spelling.suggestion(for: text, among: words) ?? "supported: " + words.joined(separator: ", ")
        log.error("'\(text)' is not a valid \(name)", at: node, suggestion: suggestion)
        return nil
    }
}
