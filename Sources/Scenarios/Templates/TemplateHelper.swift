internal import HAL

/// The helpers of templates; their names are WireMock's.
enum TemplateHelper: String, CaseIterable, Sendable {
    case `if`, unless, each, with, eq, neq, gt, gte, lt, lte, and, or, not, contains, matches
    case now, date, parseDate, truncateDate, randomValue, randomInt, randomDecimal, pickRandom
    case jsonPath, parseJson, toJson, regexExtract, math, size, range, array, arrayJoin, join, lookup, val, assign
    case base64, urlEncode, trim, upper, lower, capitalize, replace, substring

    /// WireMock's other helpers: naming them beats calling them unknown.
    static let unsupported: Set<String> = [
        "xPath", "soapXPath", "hostname", "formData", "arrayAdd", "arrayRemove", "formatJson", "formatXml", "jsonMerge",
        "jsonRemove", "jsonArrayAdd", "jsonSort", "systemValue", "dateFormat", "include", "partial", "block",
    ]

    static func unknown(_ name: String, at offset: Int) -> InvalidPattern {
        guard !unsupported.contains(name) else {
            return InvalidPattern("the helper '\(name)' is not supported", at: offset)
        }
        let known = allCases.map(\.rawValue)
        let suggestion = Spelling.suggestion(for: name, among: known) ?? "known are " + known.joined(separator: ", ")
        return InvalidPattern("there is no helper '\(name.prefix(40))'; \(suggestion)", at: offset)
    }

    /// How many arguments it takes, and which options.
    var signature: (arguments: ClosedRange<Int>, options: Set<String>) {
        switch self {
        case .if, .unless, .each, .with: (1...1, [])
        case .eq, .neq, .gt, .gte, .lt, .lte, .contains, .matches: (2...2, ["yes", "no"])
        case .and, .or: (1...20, ["yes", "no"])
        case .not: (1...1, ["yes", "no"])
        case .now: (0...0, ["offset", "format", "timezone"])
        case .date: (1...1, ["offset", "format", "timezone"])
        case .parseDate: (1...1, ["format", "timezone"])
        case .truncateDate: (2...2, [])
        case .randomValue: (0...0, ["length", "type", "uppercase"])
        case .randomInt, .randomDecimal: (0...0, ["lower", "upper"])
        case .pickRandom, .array: (0...1000, [])
        case .jsonPath: (2...2, ["default"])
        case .parseJson, .assign: (1...2, [])
        case .toJson, .size: (1...1, [])
        case .regexExtract: (2...3, ["default"])
        case .math: (3...3, [])
        case .range: (2...2, [])
        case .arrayJoin, .join: (1...100, ["prefix", "suffix"])
        case .lookup: (2...2, [])
        case .val: (0...1, ["or", "assign"])
        case .base64: (0...1, ["decode", "padding"])
        case .urlEncode: (0...1, ["decode"])
        case .trim, .upper, .lower, .capitalize: (0...1, [])
        case .replace: (3...3, [])
        case .substring: (2...3, [])
        }
    }

    /// Whether as a block it takes what stands in the block.
    var takesContent: Bool {
        switch self {
        case .base64, .urlEncode, .trim, .upper, .lower, .capitalize, .assign, .parseJson, .toJson: true
        case .if, .unless, .each, .with, .eq, .neq, .gt, .gte, .lt, .lte, .and, .or, .not, .contains, .matches, .now,
            .date, .parseDate, .truncateDate, .randomValue, .randomInt, .randomDecimal, .pickRandom, .jsonPath,
            .regexExtract, .math, .size, .range, .array, .arrayJoin, .join, .lookup, .val, .replace, .substring:
            false
        }
    }

    /// The call, with what stands in quotes worked out.
    ///
    /// - Throws: ``InvalidPattern`` when arguments are missing or too many, when an option is not known, or when what
    ///   stands in quotes is wrong.
    func checked(
        _ arguments: [TemplateExpression],
        _ options: [String: TemplateExpression],
        at offset: Int
    ) throws(InvalidPattern) -> TemplateExpression {
        let signature = signature
        guard signature.arguments.contains(arguments.count) else {
            let range = signature.arguments
            let count = range.count == 1 ? "\(range.lowerBound)" : "\(range.lowerBound) to \(range.upperBound)"
            throw InvalidPattern("'\(rawValue)' takes \(count) arguments, not \(arguments.count)", at: offset)
        }
        for name in options.keys.sorted() where !signature.options.contains(name) {
            throw InvalidPattern("'\(rawValue)' has no option '\(name)'", at: offset)
        }
        var call = TemplateCall(helper: self, arguments: arguments, options: options)
        do throws(InvalidPattern) {
            try prepare(&call)
        } catch {
            throw InvalidPattern("'\(rawValue)': \(error.message)", at: offset)
        }
        return .call(call)
    }

    private func prepare(_ call: inout TemplateCall) throws(InvalidPattern) {
        if let text = call.options["format"]?.literalText {
            call.options["format"] = .datePattern(try DatePattern(text))
        }
        if let text = call.options["offset"]?.literalText, TimeOffset(text) == nil {
            throw InvalidPattern("'\(text)' is no offset such as '3 days'")
        }
        if let text = call.options["timezone"]?.literalText, TimeZoneOffset.minutes(text) == nil {
            throw InvalidPattern("the time zone '\(text)' is not supported: known are UTC, GMT and +01:00")
        }
        guard call.arguments.count > 1, let text = call.arguments[1].literalText else { return }
        switch self {
        case .jsonPath: call.arguments[1] = .jsonPath(try JSONPath(text))
        case .regexExtract, .matches:
            call.arguments[1] = .regularExpression(try RegularExpression(text, forSearching: self == .regexExtract))
        case .truncateDate where TimeTruncation(rawValue: text) == nil:
            throw InvalidPattern("'\(text)' is no way to cut a date such as 'first day of month'")
        case .math where MathOperator(rawValue: text) == nil:
            throw InvalidPattern("'\(text)' is no operator: known are + - * / %")
        case _: break
        }
    }
}

extension TemplateExpression {
    fileprivate var literalText: String? {
        guard case .literal(.string(let text)) = self else { return nil }
        return text
    }
}

/// The operators of `math`.
enum MathOperator: String {
    case plus = "+"
    case minus = "-"
    case times = "*"
    case divided = "/"
    case modulo = "%"
}

/// Time zones that need no table of names.
enum TimeZoneOffset {
    static func minutes(_ name: String) -> Int? {
        if ["UTC", "GMT", "Z", "Etc/UTC", "Etc/GMT"].contains(name) { return 0 }
        let isPrefixed = name.hasPrefix("GMT") || name.hasPrefix("UTC")
        var scanner = DigitScanner(String(isPrefixed ? name.dropFirst(3) : name[...]))
        guard let minutes = scanner.offsetMinutes(), scanner.isAtEnd else { return nil }
        return minutes
    }
}
