import HAL

@testable import Scenarios

/// Response templates: whatever the helpers are called with, the text or the failure stays within the limits.
///
/// The bytes choose helpers, values and options from the lists in the code, so that a new helper is covered by itself.
enum HelperTarget {
    private static let model = TemplateValue.model([
        "request": .model([
            "body": .text(#"{"list": [1, [2, [3]], {"a": "b"}], "n": 1e400, "t": "2026-11-03T10:15:30Z"}"#),
            "path": .parts("/a/b", ["a", "b"], ["id": "b"]), "query": .model(["x": .values(["1", "-2", "é"])]),
            "headers": .fields(["h": .values(["v"])]),
        ]),
        "parameters": .json(["list": [1, 2, [3]], "text": "abc", "big": 9_223_372_036_854_775_807]),
    ])
    private static let paths = [
        "request", "request.body", "request.path", "request.path.[-1]", "request.query", "request.query.x",
        "request.query.x.[-9223372036854775808]", "request.headers", "parameters", "parameters.list", "parameters.big",
        "this", "../this", "a", "b", "@index", "@root", "none",
    ]

    static func take(_ bytes: [UInt8]) {
        var choices = Choices(bytes)
        var text = ""
        repeat { text += statement(&choices, depth: 0) } while !choices.isAtEnd && text.utf8.count < 4096
        guard let template = try? Template(text) else { return }
        var generator: any RandomNumberGenerator = Counter()
        var allowance = TemplateAllowance.maximum
        do throws(TemplateFailure) {
            let now: Int64 = 1_793_700_930_000
            let written = try template.render(model, now: now, allowance: &allowance, generator: &generator)
            precondition(written.utf8.count <= 16 << 20, text)
        } catch {
            precondition(!error.reason.isEmpty, text)
        }
    }

    private static func statement(_ choices: inout Choices, depth: Int) -> String {
        guard depth < 3 else { return "{{\(call(&choices, depth: depth))}}" }
        switch choices.number(below: 6) {
        case 0: return "{{\(value(&choices, depth: depth))}}"
        case 1, 2: return "{{\(call(&choices, depth: depth))}}"
        case 3: return "{{assign '\(choices.one(of: ["a", "b"]))' (\(call(&choices, depth: depth)))}}"
        case 4:
            let body = statement(&choices, depth: depth + 1)
            return "{{#each (range 0 \(choices.number(below: 600)))}}\(body){{/each}}"
        case _:
            let call = call(&choices, depth: depth)
            let name = call.prefix { $0 != " " }
            let inverse = choices.isYes() ? "{{else}}" + statement(&choices, depth: depth + 1) : ""
            return "{{#\(call)}}\(statement(&choices, depth: depth + 1))\(inverse){{/\(name)}}"
        }
    }

    private static func call(_ choices: inout Choices, depth: Int) -> String {
        let helper = choices.one(of: TemplateHelper.all)
        let most = min(helper.arguments.upperBound, helper.arguments.lowerBound + 2)
        let count = helper.arguments.lowerBound + choices.number(below: most - helper.arguments.lowerBound + 1)
        var text = helper.name
        for _ in 0..<count { text += " " + value(&choices, depth: depth + 1) }
        for option in helper.options.sorted() where choices.number(below: 3) == 0 {
            text += " \(option)=" + value(&choices, depth: depth + 1)
        }
        return text
    }

    private static func value(_ choices: inout Choices, depth: Int) -> String {
        switch choices.number(below: depth < 5 ? 5 : 3) {
        case 0: choices.decimal()
        case 1: "'" + choices.one(of: Extremes.texts) + "'"
        case 2: choices.one(of: paths)
        case _: "(" + call(&choices, depth: depth) + ")"
        }
    }

    private struct Counter: RandomNumberGenerator {
        private var state: UInt64 = 0

        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state
        }
    }
}
