internal import HAL
import Matching

extension TemplateHelper {
    private typealias Comparison =
        @Sendable (TemplateValue, TemplateValue, inout TemplateRenderer) throws(TemplateFailure) -> Bool

    /// Blocks, comparisons and logic.
    static let conditions: [TemplateHelper] = [
        .block("if") { (call, block, renderer) throws(TemplateFailure) in
            try renderer.render(try renderer.argument(0, of: call).isTruthy ? block.body : block.inverse)
        },
        .block("unless") { (call, block, renderer) throws(TemplateFailure) in
            try renderer.render(try renderer.argument(0, of: call).isTruthy ? block.inverse : block.body)
        },
        .block("each") { (call, block, renderer) throws(TemplateFailure) in
            try renderer.renderEach(try renderer.argument(0, of: call), block)
        },
        .block("with") { (call, block, renderer) throws(TemplateFailure) in
            let value = try renderer.argument(0, of: call)
            guard value.isTruthy else { return try renderer.render(block.inverse) }
            let names = block.names.first.map { [$0: value] } ?? [:]
            try renderer.render(block.body, in: TemplateRenderer.Scope(value: value, names: names))
        },
        .comparison("eq") { (left, right, renderer) throws(TemplateFailure) in try renderer.areEqual(left, right) },
        .comparison("neq") { (left, right, renderer) throws(TemplateFailure) in try !renderer.areEqual(left, right) },
        .comparison("gt") { (left, right, renderer) throws(TemplateFailure) in try renderer.isLess(right, left) },
        .comparison("gte") { (left, right, renderer) throws(TemplateFailure) in try !renderer.isLess(left, right) },
        .comparison("lt") { (left, right, renderer) throws(TemplateFailure) in try renderer.isLess(left, right) },
        .comparison("lte") { (left, right, renderer) throws(TemplateFailure) in try !renderer.isLess(right, left) },
        .condition("and", arguments: 1...20) { (call, renderer) throws(TemplateFailure) in
            for argument in call.arguments {
                guard try renderer.value(of: argument).isTruthy else { return false }
            }
            return true
        },
        .condition("or", arguments: 1...20) { (call, renderer) throws(TemplateFailure) in
            for argument in call.arguments {
                guard try !renderer.value(of: argument).isTruthy else { return true }
            }
            return false
        },
        .condition("not", arguments: 1...1) { (call, renderer) throws(TemplateFailure) in
            try !renderer.argument(0, of: call).isTruthy
        },
        .comparison("contains", isCommon: false) { (list, wanted, renderer) throws(TemplateFailure) in
            try renderer.includes(list, wanted)
        },
        .condition(
            "matches",
            arguments: 2...2,
            isCommon: false,
            prepare: { (call) throws(InvalidPattern) in
                guard let text = call.secondLiteral else { return }
                call.arguments[1] = .regularExpression(try RegularExpression(text))
            },
            holds: { (call, renderer) throws(TemplateFailure) in
                let value = try renderer.argument(0, of: call)
                guard let expression = try renderer.expression(1, of: call) else { return false }
                return expression.matches(try renderer.text(of: value))
            }
        ),
    ]

    /// A helper that is nothing but a block.
    private static func block(
        _ name: String,
        _ render: @escaping Rendering
    ) -> TemplateHelper {
        TemplateHelper(name, arguments: 1...1, block: .custom(render), isCommon: true) { _, _ in
            .error("'\(name)' needs a block")
        }
    }

    /// A helper that is true or false, as a block or as a value; `yes` and `no` are values for the two.
    private static func condition(
        _ name: String,
        arguments: ClosedRange<Int>,
        isCommon: Bool = true,
        prepare: @escaping Preparation = { _ in },
        holds: @escaping Condition
    ) -> TemplateHelper {
        TemplateHelper(
            name,
            arguments: arguments,
            options: ["yes", "no"],
            block: .condition(holds),
            isCommon: isCommon,
            prepare: prepare
        ) { (call, renderer) throws(TemplateFailure) in
            let holds = try holds(call, &renderer)
            if let option = call.options[holds ? "yes" : "no"] { return try renderer.value(of: option) }
            return .json(.bool(holds))
        }
    }

    /// A condition on two values.
    private static func comparison(
        _ name: String,
        isCommon: Bool = true,
        _ holds: @escaping Comparison
    ) -> TemplateHelper {
        condition(name, arguments: 2...2, isCommon: isCommon) { (call, renderer) throws(TemplateFailure) in
            let left = try renderer.argument(0, of: call)
            return try holds(left, try renderer.argument(1, of: call), &renderer)
        }
    }
}

extension TemplateRenderer {
    fileprivate mutating func includes(
        _ list: TemplateValue,
        _ wanted: TemplateValue
    ) throws(TemplateFailure) -> Bool {
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
    fileprivate mutating func areEqual(_ left: TemplateValue, _ right: TemplateValue) throws(TemplateFailure) -> Bool {
        if case .json(.number(let left)) = left, case .json(.number(let right)) = right {
            return left.isEqual(to: right)
        }
        return try text(of: left) == text(of: right)
    }

    /// Whether the left value is less: dates by their time, numbers by their value, everything else by its text.
    fileprivate mutating func isLess(_ left: TemplateValue, _ right: TemplateValue) throws(TemplateFailure) -> Bool {
        if case .date(let left, _) = left, case .date(let right, _) = right { return left.isEarlier(than: right) }
        guard let leftNumber = left.number, let rightNumber = right.number else {
            return try text(of: left) < text(of: right)
        }
        return DecimalValue(leftNumber) < DecimalValue(rightNumber)
    }
}
