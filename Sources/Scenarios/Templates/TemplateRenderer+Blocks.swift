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
        case .arrayJoin: try renderJoin(call, block)
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
        let isObject = TemplateItems(value)?.isList == false
        guard isObject else { return try render(block.body) }
        try render(block.body, in: scope(value))
    }

    private mutating func renderEach(
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
            var scope = scope(item)
            scope.data = [
                "index": .json(.number(JSONNumber(index))), "key": key, "first": .json(.bool(index == 0)),
                "last": .json(.bool(index == items.count - 1)),
            ]
            for (name, value) in zip(block.names, [item, key]) { scope.names[name] = value }
            try render(block.body, in: scope)
        }
    }

    /// `{{#arrayJoin ',' list as |item|}} … {{/arrayJoin}}`: the block once for each item.
    private mutating func renderJoin(_ call: TemplateCall, _ block: TemplateBlock) throws(TemplateFailure) {
        let separator = try text(0, of: call)
        try write(try text(option: "prefix", of: call))
        try renderEach(try argument(1, of: call), block, separator: separator)
        try write(try text(option: "suffix", of: call))
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
        try write(try text(of: try result(of: call)))
    }

    private func scope(_ value: TemplateValue, _ names: [String: TemplateValue] = [:]) -> Scope {
        Scope(value: value, names: names)
    }
}
