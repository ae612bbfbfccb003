/// Checks the value of one property.
struct PropertyCheck {
    private let property: FormTemplate.Property
    /// The values to choose from as text, or nil if any is valid.
    private let choices: Set<String>?
    private(set) var violations: [FormTemplate.Violation] = []

    /// Makes a check; `linked` are the choices to which the options link, or nil.
    init(_ property: FormTemplate.Property, _ linked: [FormTemplate.Choice]?) {
        self.property = property
        choices = (property.options?.inline ?? linked).map { Set($0.map { Self.key($0.value) }) }
    }

    mutating func check(_ value: JSONValue?, isGiven: Bool, _ budget: inout FormBudget) {
        if property.isReadOnly, isGiven, value.map(Self.key) != property.value.map(Self.key) {
            report(.readOnly, "the value is read-only")
        }
        let values = value.map { $0.array ?? [$0] }?.filter { !$0.isNull && $0 != "" } ?? []
        if property.isRequired, values.isEmpty { report(.required, "a value is required") }
        if let options = property.options, isGiven || !values.isEmpty {
            if values.count < options.minItems { report(.minItems, "at least \(options.minItems) values") }
            if let most = options.maxItems, values.count > most { report(.maxItems, "at most \(most) values") }
        }
        for value in values {
            let reported = violations.count
            check(value, &budget)
            // One wrong value of many is enough.
            if violations.count > reported { break }
        }
    }

    private mutating func report(_ rule: FormTemplate.Violation.Rule, _ message: String) {
        violations.append(FormTemplate.Violation(property.name, rule, message))
    }

    private mutating func check(_ value: JSONValue, _ budget: inout FormBudget) {
        if let choices {
            if !choices.contains(Self.key(value)) { report(.options, "the value is not one of the options") }
            return
        }
        if let pattern = FormValueFormat.pattern(of: property.kind) {
            let isRight = value.formText.map { FormValueFormat.fits($0, property.kind, pattern, &budget) } ?? false
            guard isRight else { return report(.type, "not a valid value of type \(property.kind.rawValue)") }
        }
        checkNumber(value)
        guard let text = value.formText else { return }
        checkLength(text)
        guard let regex = property.regex, let pattern = FormPattern(regex) else { return }
        if pattern.matches(text, &budget) == false { report(.regex, "the value does not match '\(regex.prefix(60))'") }
    }

    private mutating func checkLength(_ text: String) {
        let length = text.utf16.count
        if let least = property.minLength, length < least { report(.minLength, "at least \(least) characters") }
        if let most = property.maxLength, length > most { report(.maxLength, "at most \(most) characters") }
    }

    private mutating func checkNumber(_ value: JSONValue) {
        guard property.min != nil || property.max != nil || property.step != nil, let number = number(value) else {
            return
        }
        if let min = property.min, let least = min.double, number < least { report(.min, "at least \(min)") }
        if let max = property.max, let most = max.double, number > most { report(.max, "at most \(max)") }
        guard let step = property.step, let interval = step.double else { return }
        let intervals = (number - (property.min?.double ?? 0)) / interval
        // Decimal fractions have rounding errors: 0.3 / 0.1 is less than 3.
        if abs(intervals - intervals.rounded()) > 1e-9 * max(1, abs(intervals)) {
            report(.step, "in steps of \(step)")
        }
    }

    /// The value as a number, if the property has numbers.
    private func number(_ value: JSONValue) -> Double? {
        switch property.kind {
        case .number, .range, .text, .hidden: value.number?.double ?? value.string.flatMap { Double($0) }
        case .textarea, .search, .tel, .url, .email, .password, .date, .month, .week, .time, .dateTimeLocal, .color:
            value.number?.double
        }
    }

    /// A value as text for comparison: `1` and `"1"` are the same option.
    private static func key(_ value: JSONValue) -> String {
        value.formText ?? value.serialized()
    }
}

/// The formats of the input types of HTML.
enum FormValueFormat {
    /// The pattern of a type; nil if any text is valid.
    static func pattern(of kind: FormTemplate.Property.Kind) -> FormPattern? {
        patterns[kind]
    }

    /// Whether a text has the format of a type; true if the budget is used up first.
    static func fits(
        _ text: String,
        _ kind: FormTemplate.Property.Kind,
        _ pattern: FormPattern,
        _ budget: inout FormBudget
    ) -> Bool {
        guard pattern.matches(text, &budget) ?? true else { return false }
        switch kind {
        case .date, .dateTimeLocal: return hasDay(text)
        case .number, .range: return Double(text)?.isFinite == true
        case .hidden, .text, .textarea, .search, .tel, .url, .email, .password, .month, .week, .time, .color:
            return true
        }
    }

    /// Whether the day of a date such as `2026-02-28…` exists.
    private static func hasDay(_ text: String) -> Bool {
        let parts = text.split(separator: "-", maxSplits: 2).compactMap { Int($0.prefix { ("0"..."9").contains($0) }) }
        return parts.count == 3 && parts[2] <= CivilTime.days(in: parts[1], of: parts[0])
    }

    private static let patterns: [FormTemplate.Property.Kind: FormPattern] = {
        let month = #"\d{4,6}-(0[1-9]|1[0-2])"#
        let day = month + #"-(0[1-9]|[12]\d|3[01])"#
        let time = #"([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,3})?)?"#
        let label = "[a-zA-Z0-9]([a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?"
        let texts: [FormTemplate.Property.Kind: String] = [
            .url: #"[A-Za-z][A-Za-z0-9+.\-]*:[^\s]+"#,
            .email: #"[a-zA-Z0-9.!#$%&'*+\/=?^_`{|}~\-]+@"# + "\(label)(\\.\(label))*",
            .date: day,
            .month: month,
            .week: #"\d{4,6}-W(0[1-9]|[1-4]\d|5[0-3])"#,
            .time: time,
            .dateTimeLocal: "\(day)[T ]\(time)",
            .number: #"-?(\d+(\.\d+)?|\.\d+)([eE][\-+]?\d+)?"#,
            .range: #"-?(\d+(\.\d+)?|\.\d+)([eE][\-+]?\d+)?"#,
            .color: "#[0-9a-fA-F]{6}",
        ]
        return texts.compactMapValues { FormPattern($0) }
    }()
}
