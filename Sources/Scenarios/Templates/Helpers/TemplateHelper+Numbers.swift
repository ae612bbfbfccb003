internal import HAL
import Matching

extension TemplateHelper {
    /// Numbers as texts.
    static let numbers: [TemplateHelper] = [
        .parity("isEven", arguments: 1...2) { isEven, words in isEven ? words.first ?? .text("even") : .missing },
        .parity("isOdd", arguments: 1...2) { isEven, words in isEven ? .missing : words.first ?? .text("odd") },
        .parity("stripes", arguments: 1...3) { isEven, words in
            isEven ? words.first ?? .text("even") : words.count > 1 ? words[1] : .text("odd")
        },
        TemplateHelper(
            "numberFormat",
            arguments: 1...3,
            options: NumberFormat.options,
            prepare: { (call) throws(InvalidPattern) in
                if let text = call.secondLiteral { _ = try NumberFormat(text) }
                try EnglishLocale.check(call.arguments.count > 2 ? call.arguments[2].literalText : nil)
            },
            value: { (call, renderer) throws(TemplateFailure) in try renderer.numberFormat(call) }
        ),
        TemplateHelper(
            "stringFormat",
            arguments: 1...100,
            prepare: { (call) throws(InvalidPattern) in
                if let text = call.arguments[0].literalText { _ = try TextFormat(text) }
            },
            value: { (call, renderer) throws(TemplateFailure) in
                let text = try renderer.text(0, of: call)
                var values: [TemplateValue] = []
                for argument in call.arguments.dropFirst() { values.append(try renderer.value(of: argument)) }
                try renderer.step(text.utf8.count)
                let largest = values.map(\.text.utf8.count).max() ?? 0
                try renderer.make(text.utf8.count / 2 * largest)
                let texts: [String]
                do throws(InvalidPattern) {
                    texts = try TextFormat(text).texts(of: values)
                } catch {
                    return .error(error.message)
                }
                try renderer.make(texts.reduce(0) { $0 + $1.utf8.count })
                return .text(texts.joined())
            }
        ),
    ]

    /// A helper that distinguishes even and odd numbers; anything else is no text.
    private static func parity(
        _ name: String,
        arguments: ClosedRange<Int>,
        _ choice: @escaping @Sendable (_ isEven: Bool, _ words: [TemplateValue]) -> TemplateValue
    ) -> TemplateHelper {
        TemplateHelper(name, arguments: arguments) { (call, renderer) throws(TemplateFailure) in
            guard case .json(.number(let number)) = try renderer.argument(0, of: call),
                let whole = number.int ?? number.double.flatMap({ Int(exactly: $0.rounded(.towardZero)) })
            else { return .missing }
            var words: [TemplateValue] = []
            for word in call.arguments.dropFirst() { words.append(try renderer.value(of: word)) }
            return choice(whole.isMultiple(of: 2), words)
        }
    }
}

/// The locales of which numbers and dates are known.
enum EnglishLocale {
    /// - Throws: ``InvalidPattern`` if the locale is not English.
    static func check(_ name: String?) throws(InvalidPattern) {
        guard let name, !name.hasPrefix("en") else { return }
        throw InvalidPattern("the locale '\(name)' is not supported; supported: en, en_US, en_GB")
    }
}

extension TemplateRenderer {
    /// A number in a format; nothing for anything else.
    fileprivate mutating func numberFormat(_ call: TemplateCall) throws(TemplateFailure) -> TemplateValue {
        guard case .json(.number(let number)) = try argument(0, of: call) else { return .missing }
        let name = try text(1, of: call)
        guard var format = try? NumberFormat(name, locale: try text(2, of: call)) else {
            return .error("'\(name.prefix(40))' is not a valid number format")
        }
        for option in call.options.keys {
            let value = try self.option(option, of: call)
            guard format.set(option, to: value) else {
                return .error("'\(value.text.prefix(40))' is not a valid \(option)")
            }
        }
        // Exact digits of small and large numbers take up to a thousand multiplications.
        try step(100)
        return format.text(of: number).map { .text($0) } ?? .error("\(number.literal.prefix(40)) is too large")
    }
}
