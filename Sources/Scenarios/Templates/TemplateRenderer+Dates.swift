internal import HAL

extension TemplateRenderer {
    mutating func dateResult(of call: TemplateCall) throws(TemplateFailure) -> TemplateValue {
        switch call.helper {
        case .parseDate: return try parseDate(call)
        case .truncateDate:
            guard case .date(let moment, let pattern) = try argument(0, of: call) else {
                return .error("'truncateDate' needs a date")
            }
            guard let truncation = TimeTruncation(rawValue: try text(1, of: call)) else {
                return .error("'truncateDate' needs a way to cut, such as 'first day of month'")
            }
            return .date(moment.truncated(by: truncation), pattern)
        case .date: return try shaped(try argument(0, of: call), call)
        case _: return try shaped(.date(Moment(instant: now), nil), call)
        }
    }

    private mutating func parseDate(_ call: TemplateCall) throws(TemplateFailure) -> TemplateValue {
        let text = try text(0, of: call)
        let pattern = try pattern(of: call)
        guard var moment = pattern.map({ $0.read(text) }) ?? Moment(text) else {
            return .error("'\(text.prefix(40))' is not a valid date")
        }
        if moment.offsetMinutes == nil { moment.offsetMinutes = try timeZone(of: call) ?? 0 }
        return .date(moment, nil)
    }

    /// The date shifted, seen from a time zone and in a form.
    private mutating func shaped(_ value: TemplateValue, _ call: TemplateCall) throws(TemplateFailure) -> TemplateValue
    {
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

    private mutating func timeZone(of call: TemplateCall) throws(TemplateFailure) -> Int? {
        TimeZoneOffset.minutes(try text(option: "timezone", of: call))
    }

    private mutating func pattern(of call: TemplateCall) throws(TemplateFailure) -> DatePattern? {
        guard let expression = call.options["format"] else { return nil }
        if case .datePattern(let pattern) = expression { return pattern }
        return try? DatePattern(try text(of: try value(of: expression)))
    }
}
