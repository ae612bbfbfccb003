internal import HAL

extension TemplateRenderer {
    mutating func render(_ block: TemplateBlock) throws(TemplateFailure) {
        guard case .call(let call) = block.head else {
            return try renderSection(try value(of: block.head), block)
        }
        switch call.helper {
        case .if: try render(try value(of: call.arguments[0]).isTruthy ? block.body : block.inverse)
        case .unless: try render(try value(of: call.arguments[0]).isTruthy ? block.inverse : block.body)
        case .each: try renderEach(try value(of: call.arguments[0]), block)
        case .with:
            let value = try value(of: call.arguments[0])
            guard value.isTruthy else { return try render(block.inverse) }
            try render(block.body, in: scope(value, block.names.first.map { [$0: value] } ?? [:]))
        case .eq, .neq, .gt, .gte, .lt, .lte, .and, .or, .not, .contains, .matches:
            try render(try holds(call) ? block.body : block.inverse)
        case let helper where helper.takesContent: try renderContent(of: block, call)
        case _: try renderSection(try result(of: call), block)
        }
    }

    /// `{{#name}}`: for each item of a list; for an object, in it; else if there is something.
    private mutating func renderSection(_ value: TemplateValue, _ block: TemplateBlock) throws(TemplateFailure) {
        if case .json(.array) = value { return try renderEach(value, block) }
        guard value.isTruthy else { return try render(block.inverse) }
        guard value.members != nil else { return try render(block.body) }
        try render(block.body, in: scope(value))
    }

    private mutating func renderEach(_ value: TemplateValue, _ block: TemplateBlock) throws(TemplateFailure) {
        let items: [(key: TemplateValue, value: TemplateValue)] =
            value.members?.map { (.text($0.name), $0.value) }
            ?? (value.items ?? []).enumerated().map { (.json(.number(JSONNumber($0))), $1) }
        guard !items.isEmpty else { return try render(block.inverse) }
        for (index, item) in items.enumerated() {
            try step()
            var scope = scope(item.value)
            scope.data = [
                "index": .json(.number(JSONNumber(index))), "key": item.key, "first": .json(.bool(index == 0)),
                "last": .json(.bool(index == items.count - 1)),
            ]
            for (name, value) in zip(block.names, [item.value, item.key]) { scope.names[name] = value }
            try render(block.body, in: scope)
        }
    }

    /// Gives the block's text to the helper: `{{#trim}} … {{/trim}}`.
    private mutating func renderContent(of block: TemplateBlock, _ call: TemplateCall) throws(TemplateFailure) {
        let content = TemplateExpression.literal(.string(try captured(block.body)))
        var call = call
        switch call.helper {
        case .assign: call.arguments = [call.arguments[0], content]
        // `{{#parseJson 'name'}} … {{/parseJson}}`
        case .parseJson: call.arguments = [content] + call.arguments
        case _: call.arguments = [content]
        }
        try write(try result(of: call).text)
    }

    private func scope(_ value: TemplateValue, _ names: [String: TemplateValue] = [:]) -> Scope {
        Scope(value: value, names: names)
    }
}
