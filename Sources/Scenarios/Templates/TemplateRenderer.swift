/// Writes the text of a template for one model; stops where a limit is passed.
struct TemplateRenderer {
    /// What names mean in a part of the template.
    struct Scope {
        var value: TemplateValue
        /// `@index`, `@key`, `@first` and `@last`.
        var data: [String: TemplateValue] = [:]
        /// What `as |…|` names.
        var names: [String: TemplateValue] = [:]
    }

    private(set) var output = ""
    private(set) var scopes: [Scope]
    /// What `assign`, `parseJson` and `regexExtract` have named.
    var variables: [String: TemplateValue] = [:]
    let now: Int64
    var generator: any RandomNumberGenerator
    private(set) var allowance: TemplateAllowance

    init(
        root: TemplateValue,
        now: Int64,
        allowance: TemplateAllowance,
        generator: any RandomNumberGenerator
    ) {
        scopes = [Scope(value: root)]
        self.now = now
        self.allowance = allowance
        self.generator = generator
    }

    mutating func render(_ nodes: [TemplateNode]) throws(TemplateFailure) {
        for node in nodes {
            try step()
            switch node {
            case .text(let text): try write(text)
            case .output(let expression): try write(try text(of: try value(of: expression)))
            case .block(let block): try render(block)
            }
        }
    }

    /// The text of nodes, which is not written.
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

    /// Counts work that is not bounded by the template itself.
    mutating func step(_ count: Int = 1) throws(TemplateFailure) {
        try allowance.step(count)
    }

    /// Does something within the steps that are left.
    ///
    /// - Throws: When they do not suffice.
    mutating func spending<Value>(_ body: (inout EvaluationBudget) -> Value) throws(TemplateFailure) -> Value {
        var budget = EvaluationBudget(steps: allowance.steps)
        let value = body(&budget)
        try step(budget.isExhausted ? allowance.steps + 1 : allowance.steps - budget.stepsLeft)
        return value
    }

    /// Counts the bytes of a value before it is made.
    mutating func make(_ bytes: Int) throws(TemplateFailure) {
        try allowance.make(bytes)
    }

    mutating func value(of expression: TemplateExpression) throws(TemplateFailure) -> TemplateValue {
        try step()
        switch expression {
        case .literal(let value): return .json(value)
        case .path(let path): return lookup(path)
        case .call(let call): return try result(of: call)
        case .jsonPath(let path): return .text(path.text)
        case .regularExpression(let expression): return .text(expression.pattern)
        case .datePattern(let pattern): return .text(pattern.text)
        }
    }

    /// Names are looked up in the innermost scope that has them.
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
