internal import HAL
import Matching

extension TemplateHelper {
    /// Lists and numbers.
    static let lists: [TemplateHelper] = [
        TemplateHelper(
            "math",
            arguments: 3...3,
            prepare: { (call) throws(InvalidPattern) in
                guard let text = call.secondLiteral, MathOperator(rawValue: text) == nil else { return }
                throw InvalidPattern("'\(text)' is not a valid operator; supported: + - * / %")
            },
            value: { (call, renderer) throws(TemplateFailure) in try renderer.math(call) }
        ),
        TemplateHelper("size", arguments: 1...1) { (call, renderer) throws(TemplateFailure) in
            try renderer.count(of: try renderer.argument(0, of: call))
        },
        TemplateHelper("range", arguments: 2...2) { (call, renderer) throws(TemplateFailure) in
            guard let lower = try renderer.argument(0, of: call).number?.int,
                let upper = try renderer.argument(1, of: call).number?.int,
                lower <= upper, !upper.subtractingReportingOverflow(lower).overflow
            else { return .error("'range' needs two integers, the lower one first") }
            guard upper - lower < 10_000 else { return .error("'range' is limited to 10000 numbers") }
            try renderer.step(upper - lower)
            try renderer.make((upper - lower + 1) * MemoryLayout<JSONValue>.stride)
            return .json(.array((lower...upper).map { .number(JSONNumber($0)) }))
        },
        TemplateHelper("array", arguments: 0...1000) { (call, renderer) throws(TemplateFailure) in
            var items: [JSONValue] = []
            for argument in call.arguments { items.append(try renderer.value(of: argument).json) }
            try renderer.make((items.count + 1) * MemoryLayout<JSONValue>.stride)
            // Checks the depth; the text is made later, or never.
            _ = try renderer.size(of: .array(items))
            return .json(.array(items))
        },
        TemplateHelper(
            "arrayJoin",
            arguments: 1...100,
            options: ["prefix", "suffix"],
            // `{{#arrayJoin ',' list as |item|}} … {{/arrayJoin}}`: the content once for each item.
            block: .custom { (call, block, renderer) throws(TemplateFailure) in
                let separator = try renderer.text(0, of: call)
                try renderer.write(try renderer.text(option: "prefix", of: call))
                try renderer.renderEach(try renderer.argument(1, of: call), block, separator: separator)
                try renderer.write(try renderer.text(option: "suffix", of: call))
            },
            value: { (call, renderer) throws(TemplateFailure) in try renderer.join(call, isSeparatorFirst: true) }
        ),
        TemplateHelper(
            "join",
            arguments: 1...100,
            options: ["prefix", "suffix"]
        ) { (call, renderer) throws(TemplateFailure) in
            try renderer.join(call, isSeparatorFirst: false)
        },
    ]
}

extension TemplateRenderer {
    /// The number of items, members or characters.
    fileprivate mutating func count(of value: TemplateValue) throws(TemplateFailure) -> TemplateValue {
        let count: Int? = TemplateItems(value)?.count
        guard count == nil, !value.isMissing else { return .json(.number(JSONNumber(count ?? 0))) }
        let text = try text(of: value)
        try step(text.utf8.count / 256)
        return .json(.number(JSONNumber(text.count)))
    }

    /// `arrayJoin separator list`, or Handlebars' `join list separator` and `join a b c separator`.
    fileprivate mutating func join(
        _ call: TemplateCall,
        isSeparatorFirst: Bool
    ) throws(TemplateFailure) -> TemplateValue {
        var values: [TemplateValue] = []
        for argument in call.arguments { values.append(try value(of: argument)) }
        guard !values.isEmpty else { return .missing }
        let separator = try text(of: isSeparatorFirst ? values.removeFirst() : values.removeLast())
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

    /// Whole numbers stay whole if the result is one.
    fileprivate mutating func math(_ call: TemplateCall) throws(TemplateFailure) -> TemplateValue {
        let (left, right) = (try argument(0, of: call).number, try argument(2, of: call).number)
        guard let left, let right else { return .error("'math' needs two numbers") }
        guard let operation = MathOperator(rawValue: try text(1, of: call)) else {
            return .error("'math' supports + - * / %")
        }
        if let left = left.int, let right = right.int, let result = operation.apply(left, right) {
            return .json(.number(JSONNumber(result)))
        }
        guard let left = left.double, let right = right.double,
            let result = JSONNumber(operation.apply(left, right))
        else { return .error("the result of 'math' is not a number") }
        return .json(.number(result))
    }
}

/// The operators of `math`.
private enum MathOperator: String {
    case plus = "+"
    case minus = "-"
    case times = "*"
    case divided = "/"
    case modulo = "%"

    /// Nil if the result is not a whole number, or too large.
    func apply(_ left: Int, _ right: Int) -> Int? {
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

    func apply(_ left: Double, _ right: Double) -> Double {
        switch self {
        case .plus: left + right
        case .minus: left - right
        case .times: left * right
        case .divided: left / right
        case .modulo: left.truncatingRemainder(dividingBy: right)
        }
    }
}
