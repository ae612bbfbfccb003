internal import HAL
import Matching

extension TemplateHelper {
    /// Dates and times.
    static let dates: [TemplateHelper] = [
        TemplateHelper(
            "now",
            arguments: 0...0,
            options: ["offset", "format", "timezone"],
            prepare: compileOptions
        ) { (call, renderer) throws(TemplateFailure) in
            try renderer.formatted(.date(Moment(instant: renderer.now), nil), call)
        },
        TemplateHelper(
            "date",
            arguments: 1...1,
            options: ["offset", "format", "timezone"],
            prepare: compileOptions
        ) { (call, renderer) throws(TemplateFailure) in
            try renderer.formatted(try renderer.argument(0, of: call), call)
        },
        TemplateHelper(
            "parseDate",
            arguments: 1...1,
            options: ["format", "timezone"],
            prepare: compileOptions
        ) { (call, renderer) throws(TemplateFailure) in
            let text = try renderer.text(0, of: call)
            let pattern = try renderer.pattern(of: call)
            guard var moment = pattern.map({ $0.read(text) }) ?? Moment(text) else {
                return .error("'\(text.prefix(40))' is not a valid date")
            }
            if moment.offsetMinutes == nil { moment.offsetMinutes = try renderer.timeZone(of: call) ?? 0 }
            return .date(moment, nil)
        },
        TemplateHelper(
            "truncateDate",
            arguments: 2...2,
            prepare: { (call) throws(InvalidPattern) in
                guard let text = call.secondLiteral, TimeTruncation(rawValue: text) == nil else { return }
                throw InvalidPattern("'\(text)' is not a truncation such as 'first day of month'")
            },
            value: { (call, renderer) throws(TemplateFailure) in
                guard case .date(let moment, let pattern) = try renderer.argument(0, of: call) else {
                    return .error("'truncateDate' needs a date")
                }
                guard let truncation = TimeTruncation(rawValue: try renderer.text(1, of: call)) else {
                    return .error("'truncateDate' needs a truncation such as 'first day of month'")
                }
                return .date(moment.truncated(by: truncation), pattern)
            }
        ),
        TemplateHelper(
            "dateFormat",
            arguments: 1...3,
            options: ["format", "time", "tz", "locale"],
            prepare: { (call) throws(InvalidPattern) in
                if let text = call.secondLiteral ?? call.options["format"]?.literalText {
                    _ = try DateStyle.pattern(text, time: nil)
                }
                if let text = call.options["time"]?.literalText { _ = try DateStyle.pattern("short", time: text) }
                try EnglishLocale.check(call.arguments.count > 2 ? call.arguments[2].literalText : nil)
            },
            value: { (call, renderer) throws(TemplateFailure) in try renderer.dateFormat(call) }
        ),
    ]

    /// Compiles the options in quotes.
    private static let compileOptions: Preparation = { (call) throws(InvalidPattern) in
        if let text = call.options["format"]?.literalText {
            call.options["format"] = .datePattern(try DatePattern(text))
        }
        if let text = call.options["offset"]?.literalText, TimeOffset(text) == nil {
            throw InvalidPattern("'\(text)' is not an offset such as '3 days'")
        }
        if let text = call.options["timezone"]?.literalText, TimeZoneOffset.minutes(text) == nil {
            throw InvalidPattern(
                "the time zone '\(text)' is not supported; supported: UTC, GMT and offsets such as +01:00"
            )
        }
    }
}

/// Java's styles of dates and times in English.
private enum DateStyle {
    private static let dates = [
        "full": "EEEE, MMMM d, yyyy", "long": "MMMM d, yyyy", "medium": "MMM d, yyyy", "short": "M/d/yy",
    ]
    private static let times = ["medium": "h:mm:ss a", "short": "h:mm a"]

    /// The pattern of a style or of letters such as `yyyy-MM-dd`, with the style of a time.
    ///
    /// - Throws: ``InvalidPattern`` if one of the two is not valid.
    static func pattern(_ text: String, time: String?) throws(InvalidPattern) -> DatePattern {
        guard let date = dates[text] else { return try DatePattern(text) }
        guard let time else { return try DatePattern(date) }
        guard let pattern = times[time] else {
            throw InvalidPattern("'\(time.prefix(40))' is not a supported style of times; supported: medium, short")
        }
        return try DatePattern(date + (text == "full" || text == "long" ? " 'at' " : ", ") + pattern)
    }
}

/// Time zones that need no table of names.
private enum TimeZoneOffset {
    static func minutes(_ name: String) -> Int? {
        if ["UTC", "GMT", "Z", "Etc/UTC", "Etc/GMT"].contains(name) { return 0 }
        let isPrefixed = name.hasPrefix("GMT") || name.hasPrefix("UTC")
        var scanner = DigitScanner(String(isPrefixed ? name.dropFirst(3) : name[...]))
        guard let minutes = scanner.offsetMinutes(), scanner.isAtEnd else { return nil }
        return minutes
    }
}

extension TemplateRenderer {
    /// The date with the call's offset, time zone and format.
    fileprivate mutating func formatted(
        _ value: TemplateValue,
        _ call: TemplateCall
    ) throws(TemplateFailure) -> TemplateValue {
        var moment: Moment
        if case .date(let known, _) = value {
            moment = known
        } else {
            let text = try text(of: value)
            guard let read = Moment(text) else { return .error("'\(text.prefix(40))' is not a valid date") }
            moment = read
        }
        let text = try text(option: "offset", of: call)
        if !text.isEmpty {
            guard let offset = TimeOffset(text) else { return .error("'\(text.prefix(40))' is not a valid offset") }
            moment = moment.shifted(by: offset)
        }
        if call.options["timezone"] != nil {
            guard let minutes = try timeZone(of: call) else { return .error("the time zone is not supported") }
            moment = Moment(instant: moment.instant, offsetMinutes: minutes)
        }
        return .date(moment, try pattern(of: call))
    }

    fileprivate mutating func dateFormat(_ call: TemplateCall) throws(TemplateFailure) -> TemplateValue {
        guard case .date(var moment, _) = try argument(0, of: call) else { return .error("'dateFormat' needs a date") }
        var name = try call.arguments.count > 1 ? text(1, of: call) : text(option: "format", of: call)
        if name.isEmpty { name = "medium" }
        let time = try call.options["time"] == nil ? nil : text(option: "time", of: call)
        guard let pattern = try? DateStyle.pattern(name, time: time) else {
            return .error("'\(name.prefix(40))' is not a valid date format")
        }
        if call.options["tz"] != nil {
            guard let minutes = TimeZoneOffset.minutes(try text(option: "tz", of: call)) else {
                return .error("the time zone is not supported")
            }
            moment = Moment(instant: moment.instant, offsetMinutes: minutes)
        }
        return .date(moment, pattern)
    }

    fileprivate mutating func timeZone(of call: TemplateCall) throws(TemplateFailure) -> Int? {
        TimeZoneOffset.minutes(try text(option: "timezone", of: call))
    }

    fileprivate mutating func pattern(of call: TemplateCall) throws(TemplateFailure) -> DatePattern? {
        guard let expression = call.options["format"] else { return nil }
        if case .datePattern(let pattern) = expression { return pattern }
        return try? DatePattern(try text(of: try value(of: expression)))
    }
}
