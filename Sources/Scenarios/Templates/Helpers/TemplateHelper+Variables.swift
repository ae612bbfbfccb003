internal import HAL
import Matching
import URITemplates

extension TemplateHelper {
    /// Variables, and the helper that makes several at once.
    static let variables: [TemplateHelper] = [
        TemplateHelper("val", arguments: 0...1, options: ["or", "assign"]) { (call, renderer) throws(TemplateFailure) in
            var value = try renderer.argument(0, of: call)
            if value.isNull { value = try renderer.option("or", of: call) }
            guard call.options["assign"] != nil else { return value }
            renderer.variables[try renderer.text(option: "assign", of: call)] = value
            return .missing
        },
        TemplateHelper(
            "assign",
            arguments: 1...2,
            block: .content { content, arguments in [arguments[0], content] }
        ) { (call, renderer) throws(TemplateFailure) in
            renderer.variables[try renderer.text(0, of: call)] = try renderer.argument(1, of: call)
            return .missing
        },
        TemplateHelper(
            "regexExtract",
            arguments: 2...3,
            options: ["default"],
            prepare: { (call) throws(InvalidPattern) in
                guard let text = call.secondLiteral else { return }
                call.arguments[1] = .regularExpression(try RegularExpression(text, forSearching: true))
            },
            value: { (call, renderer) throws(TemplateFailure) in try renderer.regexExtract(call) }
        ),
        TemplateHelper(
            "formData",
            arguments: 1...2,
            options: ["urlDecode", "encoding"]
        ) { (call, renderer) throws(TemplateFailure) in
            let text = try renderer.text(0, of: call)
            let form = try renderer.form(text, isDecoded: try renderer.option("urlDecode", of: call).isTruthy)
            guard call.arguments.count > 1 else { return form }
            renderer.variables[try renderer.text(1, of: call)] = form
            return .missing
        },
    ]
}

extension TemplateRenderer {
    /// The fields of a form by their names.
    fileprivate mutating func form(_ text: String, isDecoded: Bool) throws(TemplateFailure) -> TemplateValue {
        let pairs = text.split(separator: "&").map { $0.split(separator: "=", maxSplits: 1) }
        try step(pairs.count + text.utf8.count / 64)
        try make(text.utf8.count + pairs.count * MemoryLayout<JSONObject.Member>.stride)
        var fields: [String: [String]] = [:]
        for pair in pairs {
            guard let name = pair.first else { continue }
            let value = pair.count > 1 ? String(pair[1]) : ""
            fields[String(name), default: []].append(
                isDecoded ? PercentEncoding.decoded(TextSearch.replace("+", in: value, by: " ")) : value
            )
        }
        return .model(fields.mapValues { .values($0) })
    }

    /// The whole match; with a third argument, its groups become a variable.
    fileprivate mutating func regexExtract(_ call: TemplateCall) throws(TemplateFailure) -> TemplateValue {
        let text = try text(0, of: call)
        guard let expression = try expression(1, of: call) else { return .error("not a valid regular expression") }
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
