internal import HAL

extension TemplateRenderer {
    mutating func listResult(of call: TemplateCall) throws(TemplateFailure) -> TemplateValue {
        switch call.helper {
        case .size: return try size(of: try argument(0, of: call))
        case .range: return try range(call)
        case .array:
            var items: [JSONValue] = []
            for argument in call.arguments { items.append(try value(of: argument).json) }
            try make((items.count + 1) * MemoryLayout<JSONValue>.stride)
            // For its depth: the text is made later, or never.
            _ = try size(of: .array(items))
            return .json(.array(items))
        case .arrayJoin, .join: return try join(call)
        case _: return .missing
        }
    }

    private mutating func size(of value: TemplateValue) throws(TemplateFailure) -> TemplateValue {
        let count: Int? = TemplateItems(value)?.count
        guard count == nil, !value.isMissing else { return .json(.number(JSONNumber(count ?? 0))) }
        let text = try text(of: value)
        try step(text.utf8.count / 256)
        return .json(.number(JSONNumber(text.count)))
    }

    private mutating func range(_ call: TemplateCall) throws(TemplateFailure) -> TemplateValue {
        guard let lower = try argument(0, of: call).number?.int, let upper = try argument(1, of: call).number?.int,
            lower <= upper, upper.subtractingReportingOverflow(lower).overflow == false
        else { return .error("'range' needs two whole numbers, the lower one first") }
        guard upper - lower < 10_000 else { return .error("'range' gives at most 10000 numbers") }
        try step(upper - lower)
        try make((upper - lower + 1) * MemoryLayout<JSONValue>.stride)
        return .json(.array((lower...upper).map { .number(JSONNumber($0)) }))
    }

    /// `arrayJoin separator list`, or Handlebars' `join list separator` and `join a b c separator`.
    private mutating func join(_ call: TemplateCall) throws(TemplateFailure) -> TemplateValue {
        var values: [TemplateValue] = []
        for argument in call.arguments { values.append(try value(of: argument)) }
        guard !values.isEmpty else { return .missing }
        let separator = try text(of: call.helper == .arrayJoin ? values.removeFirst() : values.removeLast())
        var joined = try text(option: "prefix", of: call)
        var isFirst = true
        for value in values {
            let items = TemplateItems(list: value)
            for index in 0..<(items?.count ?? 1) {
                let text = try text(of: items?[index] ?? value)
                try step()
                try make(text.utf8.count + separator.utf8.count)
                if !isFirst { joined += separator }
                joined += text
                isFirst = false
            }
        }
        return .text(joined + (try text(option: "suffix", of: call)))
    }

    /// Whole numbers stay whole where they can.
    mutating func math(_ call: TemplateCall) throws(TemplateFailure) -> TemplateValue {
        let (left, right) = (try argument(0, of: call).number, try argument(2, of: call).number)
        guard let left, let right else { return .error("'math' needs two numbers") }
        guard let operation = MathOperator(rawValue: try text(1, of: call)) else {
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
