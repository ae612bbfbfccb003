internal import HAL

extension TemplateRenderer {
    /// What a helper gives where no block stands behind it.
    mutating func result(of call: TemplateCall) throws(TemplateFailure) -> TemplateValue {
        switch call.helper {
        case .if, .unless, .each, .with: return .error("'\(call.helper.rawValue)' needs a block")
        case .eq, .neq, .gt, .gte, .lt, .lte, .and, .or, .not, .contains, .matches:
            let holds = try holds(call)
            if let option = call.options[holds ? "yes" : "no"] { return try value(of: option) }
            return .json(.bool(holds))
        case .now, .date, .parseDate, .truncateDate: return try dateResult(of: call)
        case .randomValue, .randomInt, .randomDecimal, .pickRandom: return try randomResult(of: call)
        case .jsonPath, .parseJson, .toJson, .lookup: return try jsonResult(of: call)
        case .size, .range, .array, .arrayJoin, .join: return try listResult(of: call)
        case .math: return try math(call)
        case .val, .assign: return try variableResult(of: call)
        case .regexExtract: return try regexExtract(call)
        case .base64, .urlEncode, .trim, .upper, .lower, .capitalize, .replace, .substring:
            return try textResult(of: call)
        }
    }

    mutating func argument(_ index: Int, of call: TemplateCall) throws(TemplateFailure) -> TemplateValue {
        guard call.arguments.indices.contains(index) else { return .missing }
        return try value(of: call.arguments[index])
    }

    mutating func option(_ name: String, of call: TemplateCall) throws(TemplateFailure) -> TemplateValue {
        guard let expression = call.options[name] else { return .missing }
        return try value(of: expression)
    }

    mutating func holds(_ call: TemplateCall) throws(TemplateFailure) -> Bool {
        let left = try argument(0, of: call)
        switch call.helper {
        case .not: return !left.isTruthy
        case .and:
            for argument in call.arguments {
                guard try value(of: argument).isTruthy else { return false }
            }
            return true
        case .or:
            for argument in call.arguments {
                guard try !value(of: argument).isTruthy else { return true }
            }
            return false
        case _: break
        }
        let right = try argument(1, of: call)
        switch call.helper {
        case .eq: return left.isEqual(to: right)
        case .neq: return !left.isEqual(to: right)
        case .gt: return right.isLess(than: left)
        case .gte: return !left.isLess(than: right)
        case .lt: return left.isLess(than: right)
        case .lte: return !right.isLess(than: left)
        case .contains:
            return left.items?.contains { $0.isEqual(to: right) } ?? TextSearch.contains(left.text, right.text)
        case .matches: return try expression(1, of: call)?.matches(left.text) ?? false
        case _: return false
        }
    }

    /// The regular expression that an argument is, or that its text is; nil when it is none.
    mutating func expression(_ index: Int, of call: TemplateCall) throws(TemplateFailure) -> RegularExpression? {
        if case .regularExpression(let expression) = call.arguments[index] { return expression }
        return try? RegularExpression(try argument(index, of: call).text)
    }

    private mutating func variableResult(of call: TemplateCall) throws(TemplateFailure) -> TemplateValue {
        guard call.helper == .val else {
            variables[try argument(0, of: call).text] = try argument(1, of: call)
            return .missing
        }
        var value = try argument(0, of: call)
        if value.isMissing || value.json.isNull { value = try option("or", of: call) }
        guard call.options["assign"] != nil else { return value }
        variables[try option("assign", of: call).text] = value
        return .missing
    }

    /// The whole match, or with a name the groups under that name.
    private mutating func regexExtract(_ call: TemplateCall) throws(TemplateFailure) -> TemplateValue {
        let text = try argument(0, of: call).text
        guard let expression = try expression(1, of: call) else { return .error("no regular expression") }
        guard text.utf8.count <= 1 << 20, let groups = expression.firstMatch(in: text) else {
            if call.options["default"] != nil { return try option("default", of: call) }
            return .error("Nothing matched \(expression.pattern)")
        }
        guard call.arguments.count > 2 else { return .text(groups[0]) }
        let name = try argument(2, of: call).text
        variables[name] = .json(.array((groups.count > 1 ? Array(groups.dropFirst()) : groups).map { .string($0) }))
        return .missing
    }
}

extension TemplateValue {
    /// What stands in the text where the data is wrong.
    static func error(_ message: String) -> TemplateValue { .text("[ERROR: \(message)]") }

    /// Numbers by their value, everything else by its text.
    func isEqual(to other: TemplateValue) -> Bool {
        if case .json(.number(let left)) = self, case .json(.number(let right)) = other {
            return left.isEqual(to: right)
        }
        return text == other.text
    }

    func isLess(than other: TemplateValue) -> Bool {
        if case .date(let left, _) = self, case .date(let right, _) = other { return left.isEarlier(than: right) }
        guard let left = number, let right = other.number else { return text < other.text }
        return DecimalValue(left) < DecimalValue(right)
    }
}
