internal import HAL
import Matching

/// Renders a template for one model, within an allowance.
struct TemplateRenderer {
    /// The meaning of names in a part of the template.
    struct Scope {
        var value: TemplateValue
        /// `@index`, `@key`, `@first` and `@last`.
        var data: [String: TemplateValue] = [:]
        /// The names of `as |…|`.
        var names: [String: TemplateValue] = [:]
    }

    private(set) var output = ""
    private(set) var scopes: [Scope]
    /// The variables of `assign`, `val`, `parseJson` and `regexExtract`.
    var variables: [String: TemplateValue] = [:]
    let now: Int64
    let machine: TemplateMachine
    var generator: any RandomNumberGenerator
    private(set) var allowance: TemplateAllowance

    init(
        root: TemplateValue,
        now: Int64,
        machine: TemplateMachine,
        allowance: TemplateAllowance,
        generator: any RandomNumberGenerator
    ) {
        scopes = [Scope(value: root)]
        self.now = now
        self.machine = machine
        self.allowance = allowance
        self.generator = generator
    }

    mutating func render(_ nodes: [TemplateNode]) throws(TemplateFailure) {
        for node in nodes {
            try step()
            switch node {
            case .text(let text): try write(text)
            case .output(let expression): try write(try text(of: try value(of: expression)))
            case .json(let expression): try write(try jsonText(of: try value(of: expression)))
            case .block(let block): try render(block)
            }
        }
    }

    /// The text of nodes, without writing it.
    mutating func captured(_ nodes: [TemplateNode]) throws(TemplateFailure) -> String {
        let before = output
        output = ""
        defer { output = before }
        try render(nodes)
        return output
    }

    mutating func render(_ nodes: [TemplateNode], in scope: Scope) throws(TemplateFailure) {
        scopes.append(scope)
        defer { scopes.removeLast() }
        try render(nodes)
    }

    mutating func write(_ text: String) throws(TemplateFailure) {
        try allowance.write(text.utf8.count)
        output += text
    }

    /// Counts work that the length of the template does not bound.
    mutating func step(_ count: Int = 1) throws(TemplateFailure) {
        try allowance.step(count)
    }

    /// Runs `body` within the steps that are left.
    ///
    /// - Throws: ``TemplateFailure`` if they do not suffice.
    mutating func spending<Value>(_ body: (inout EvaluationBudget) -> Value) throws(TemplateFailure) -> Value {
        var budget = EvaluationBudget(steps: allowance.steps)
        let value = body(&budget)
        try step(budget.isExhausted ? allowance.steps + 1 : allowance.steps - budget.stepsLeft)
        return value
    }

    /// Counts the bytes of a value, before a helper makes it.
    mutating func make(_ bytes: Int) throws(TemplateFailure) {
        try allowance.make(bytes)
    }

    mutating func value(of expression: TemplateExpression) throws(TemplateFailure) -> TemplateValue {
        try step()
        switch expression {
        case .literal(let value): return .json(value)
        case .path(let path): return lookup(path)
        case .call(let call): return try call.helper.value(call, &self)
        case .jsonPath(let path): return .text(path.text)
        case .regularExpression(let expression): return .text(expression.pattern)
        case .datePattern(let pattern): return .text(pattern.text)
        }
    }

    /// The value of a path; a name is looked up from the innermost scope outwards.
    private func lookup(_ path: TemplatePath) -> TemplateValue {
        let level = scopes.count - 1 - path.parents
        guard level >= 0 else { return .missing }
        guard let first = path.segments.first else { return scopes[level].value }
        let start = path.isData ? data(first, level) : named(first, level)
        return path.segments.dropFirst().reduce(start) { $0.member($1) }
    }

    private func data(_ name: String, _ level: Int) -> TemplateValue {
        if name == "root" { return scopes[0].value }
        for scope in scopes[...level].reversed() {
            if let value = scope.data[name] { return value }
        }
        return .missing
    }

    private func named(_ name: String, _ level: Int) -> TemplateValue {
        for scope in scopes[...level].reversed() {
            if let value = scope.names[name] { return value }
            let member = scope.value.member(name)
            if !member.isMissing { return member }
        }
        return variables[name] ?? .missing
    }
}

extension TemplateRenderer {
    mutating func argument(_ index: Int, of call: TemplateCall) throws(TemplateFailure) -> TemplateValue {
        guard call.arguments.indices.contains(index) else { return .missing }
        return try value(of: call.arguments[index])
    }

    mutating func option(_ name: String, of call: TemplateCall) throws(TemplateFailure) -> TemplateValue {
        guard let expression = call.options[name] else { return .missing }
        return try value(of: expression)
    }

    /// The regular expression of an argument; nil if its text is not a valid one.
    mutating func expression(_ index: Int, of call: TemplateCall) throws(TemplateFailure) -> RegularExpression? {
        if case .regularExpression(let expression) = call.arguments[index] { return expression }
        return try? RegularExpression(try text(index, of: call))
    }

    private mutating func render(_ block: TemplateBlock) throws(TemplateFailure) {
        guard case .call(let call) = block.head else {
            return try renderSection(try value(of: block.head), block)
        }
        switch call.helper.block {
        case .section: try renderSection(try call.helper.value(call, &self), block)
        case .condition(let holds): try render(try holds(call, &self) ? block.body : block.inverse)
        case .content(let arguments):
            var call = call
            call.arguments = arguments(.literal(.string(try captured(block.body))), call.arguments)
            try write(try text(of: try call.helper.value(call, &self)))
        case .custom(let render): try render(call, block, &self)
        }
    }

    /// `{{#name}}`: once for each item of a list, once in an object, else once if the value is truthy.
    private mutating func renderSection(_ value: TemplateValue, _ block: TemplateBlock) throws(TemplateFailure) {
        if case .json(.array) = value { return try renderEach(value, block) }
        guard value.isTruthy else { return try render(block.inverse) }
        let isObject = TemplateItems(value)?.isList == false
        guard isObject else { return try render(block.body) }
        try render(block.body, in: Scope(value: value))
    }

    /// The content once for each item or member.
    mutating func renderEach(
        _ value: TemplateValue,
        _ block: TemplateBlock,
        separator: String = ""
    ) throws(TemplateFailure) {
        if value.isError { return try write(value.text) }
        guard let items = TemplateItems(value), items.count > 0 else { return try render(block.inverse) }
        for index in 0..<items.count {
            try step()
            if index > 0 { try write(separator) }
            let (item, key) = (items[index], items.key(at: index))
            var scope = Scope(value: item)
            scope.data = [
                "index": .json(.number(JSONNumber(index))), "key": key, "first": .json(.bool(index == 0)),
                "last": .json(.bool(index == items.count - 1)),
            ]
            for (name, value) in zip(block.names, [item, key]) { scope.names[name] = value }
            try render(block.body, in: scope)
        }
    }
}
