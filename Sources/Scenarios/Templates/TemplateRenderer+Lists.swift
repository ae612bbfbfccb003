internal import HAL

extension TemplateRenderer {
    mutating func listResult(of call: TemplateCall) throws(TemplateFailure) -> TemplateValue {
        switch call.helper {
        case .size: return size(of: try argument(0, of: call))
        case .range: return try range(call)
        case .array:
            var items: [JSONValue] = []
            for argument in call.arguments { items.append(try value(of: argument).json) }
            return .json(.array(items))
        case .arrayJoin, .join: return try join(call)
        case _: return .missing
        }
    }

    private func size(of value: TemplateValue) -> TemplateValue {
        let count: Int? = value.items?.count ?? value.members?.count
        guard count == nil, !value.isMissing else { return .json(.number(JSONNumber(count ?? 0))) }
        return .json(.number(JSONNumber(value.text.count)))
    }

    private mutating func range(_ call: TemplateCall) throws(TemplateFailure) -> TemplateValue {
        guard let lower = try argument(0, of: call).number?.int, let upper = try argument(1, of: call).number?.int,
            lower <= upper, upper.subtractingReportingOverflow(lower).overflow == false
        else { return .error("'range' needs two whole numbers, the lower one first") }
        guard upper - lower < 10_000 else { return .error("'range' gives at most 10000 numbers") }
        try step(upper - lower)
        return .json(.array((lower...upper).map { .number(JSONNumber($0)) }))
    }

    /// `arrayJoin separator list`, or Handlebars' `join list separator` and `join a b c separator`.
    private mutating func join(_ call: TemplateCall) throws(TemplateFailure) -> TemplateValue {
        var values: [TemplateValue] = []
        for argument in call.arguments { values.append(try value(of: argument)) }
        guard !values.isEmpty else { return .missing }
        let separator = call.helper == .arrayJoin ? values.removeFirst().text : values.removeLast().text
        let items = values.flatMap { $0.items ?? [$0] }
        try step(items.count)
        let prefix = try option("prefix", of: call).text
        let suffix = try option("suffix", of: call).text
        return .text(prefix + items.map(\.text).joined(separator: separator) + suffix)
    }

    /// Whole numbers stay whole where they can.
    mutating func math(_ call: TemplateCall) throws(TemplateFailure) -> TemplateValue {
        let (left, right) = (try argument(0, of: call).number, try argument(2, of: call).number)
        guard let left, let right else { return .error("'math' needs two numbers") }
        guard let operation = MathOperator(rawValue: try argument(1, of: call).text) else {
            return .error("'math' knows + - * / %")
        }
        if let left = left.int, let right = right.int, let result = operation.apply(left, right) {
            return .json(.number(JSONNumber(result)))
        }
        guard let left = left.double, let right = right.double,
            let result = JSONNumber(operation.apply(left, right))
        else { return .error("'math' gives no number") }
        return .json(.number(result))
    }
}

extension MathOperator {
    /// Nil where the result is no whole number, or too large.
    fileprivate func apply(_ left: Int, _ right: Int) -> Int? {
        let (result, overflow) =
            switch self {
            case .plus: left.addingReportingOverflow(right)
            case .minus: left.subtractingReportingOverflow(right)
            case .times: left.multipliedReportingOverflow(by: right)
            case .divided: left.dividedReportingOverflow(by: right)
            case .modulo: left.remainderReportingOverflow(dividingBy: right)
            }
        guard !overflow else { return nil }
        if case .divided = self, result * right != left { return nil }
        return result
    }

    fileprivate func apply(_ left: Double, _ right: Double) -> Double {
        switch self {
        case .plus: left + right
        case .minus: left - right
        case .times: left * right
        case .divided: left / right
        case .modulo: left.truncatingRemainder(dividingBy: right)
        }
    }
}
