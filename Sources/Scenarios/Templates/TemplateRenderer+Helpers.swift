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
        case .eq: return try areEqual(left, right)
        case .neq: return try !areEqual(left, right)
        case .gt: return try isLess(right, left)
        case .gte: return try !isLess(left, right)
        case .lt: return try isLess(left, right)
        case .lte: return try !isLess(right, left)
        case .contains: return try includes(left, right)
        case .matches: return try expression(1, of: call)?.matches(try text(of: left)) ?? false
        case _: return false
        }
    }

    private mutating func includes(_ list: TemplateValue, _ wanted: TemplateValue) throws(TemplateFailure) -> Bool {
        guard let items = TemplateItems(list: list) else {
            return TextSearch.contains(try text(of: list), try text(of: wanted))
        }
        for index in 0..<items.count {
            try step()
            if try areEqual(items[index], wanted) { return true }
        }
        return false
    }

    /// Whether two values are equal: numbers by their value, everything else by its text.
    private mutating func areEqual(_ left: TemplateValue, _ right: TemplateValue) throws(TemplateFailure) -> Bool {
        if case .json(.number(let left)) = left, case .json(.number(let right)) = right {
            return left.isEqual(to: right)
        }
        return try text(of: left) == text(of: right)
    }

    private mutating func isLess(_ left: TemplateValue, _ right: TemplateValue) throws(TemplateFailure) -> Bool {
        if case .date(let left, _) = left, case .date(let right, _) = right { return left.isEarlier(than: right) }
        guard let leftNumber = left.number, let rightNumber = right.number else {
            return try text(of: left) < text(of: right)
        }
        return DecimalValue(leftNumber) < DecimalValue(rightNumber)
    }

    /// The regular expression that an argument is, or that its text is; nil when it is none.
    mutating func expression(_ index: Int, of call: TemplateCall) throws(TemplateFailure) -> RegularExpression? {
        if case .regularExpression(let expression) = call.arguments[index] { return expression }
        return try? RegularExpression(try text(index, of: call))
    }

    private mutating func variableResult(of call: TemplateCall) throws(TemplateFailure) -> TemplateValue {
        guard call.helper == .val else {
            variables[try text(0, of: call)] = try argument(1, of: call)
            return .missing
        }
        var value = try argument(0, of: call)
        if value.isNull { value = try option("or", of: call) }
        guard call.options["assign"] != nil else { return value }
        variables[try text(option: "assign", of: call)] = value
        return .missing
    }

    /// The whole match, or with a name the groups under that name.
    private mutating func regexExtract(_ call: TemplateCall) throws(TemplateFailure) -> TemplateValue {
        let text = try text(0, of: call)
        guard let expression = try expression(1, of: call) else { return .error("no regular expression") }
        guard text.utf8.count <= 1 << 20,
            let groups = try spending({ expression.firstMatch(in: text, budget: &$0) })
        else {
            if call.options["default"] != nil { return try option("default", of: call) }
            return .error("Nothing matched \(expression.pattern)")
        }
        try make(groups.reduce(0) { $0 + $1.utf8.count })
        guard call.arguments.count > 2 else { return .text(groups[0]) }
        let name = try self.text(2, of: call)
        variables[name] = .json(.array((groups.count > 1 ? Array(groups.dropFirst()) : groups).map { .string($0) }))
        return .missing
    }
}

extension TemplateValue {
    /// What stands in the text where the data is wrong.
    static func error(_ message: String) -> TemplateValue { .text("\(errorPrefix)\(message)]") }

    /// Whether the value is what `error` gives.
    var isError: Bool { json.string?.hasPrefix(Self.errorPrefix) ?? false }

    private static let errorPrefix = "[ERROR: "
}
