internal import HAL

extension TemplateHelper {
    /// Random values; the renderer's generator makes them.
    static let random: [TemplateHelper] = [
        TemplateHelper(
            "randomValue",
            arguments: 0...0,
            options: ["length", "type", "uppercase"]
        ) { (call, renderer) throws(TemplateFailure) in
            try renderer.randomValue(call)
        },
        TemplateHelper(
            "randomInt",
            arguments: 0...0,
            options: ["lower", "upper"]
        ) { (call, renderer) throws(TemplateFailure) in
            guard let lower = try renderer.whole("lower", of: call, or: Int(Int32.min)),
                let upper = try renderer.whole("upper", of: call, or: Int(Int32.max))
            else { return .error("'lower' and 'upper' must be 64-bit integers") }
            guard lower <= upper else { return .error("'upper' is less than 'lower'") }
            // As in WireMock, the upper bound is excluded.
            let number = lower == upper ? lower : Int.random(in: lower..<upper, using: &renderer.generator)
            return .json(.number(JSONNumber(number)))
        },
        TemplateHelper(
            "randomDecimal",
            arguments: 0...0,
            options: ["lower", "upper"]
        ) { (call, renderer) throws(TemplateFailure) in
            guard let lower = try renderer.decimal("lower", of: call, or: 0),
                let upper = try renderer.decimal("upper", of: call, or: 1)
            else { return .error("'lower' and 'upper' must be numbers below 1.8e308") }
            guard lower <= upper else { return .error("'upper' is less than 'lower'") }
            guard (upper - lower).isFinite else { return .error("'lower' and 'upper' are too far apart") }
            let value = JSONNumber(Double.random(in: lower...upper, using: &renderer.generator))
            return value.map { .json(.number($0)) } ?? .missing
        },
        TemplateHelper("pickRandom", arguments: 0...1000) { (call, renderer) throws(TemplateFailure) in
            var values: [TemplateValue] = []
            for argument in call.arguments { values.append(try renderer.value(of: argument)) }
            let nothing = TemplateValue.error("'pickRandom' needs at least one value")
            if values.count == 1, let items = TemplateItems(list: values[0]) {
                return (0..<items.count).randomElement(using: &renderer.generator).map { items[$0] } ?? nothing
            }
            return values.randomElement(using: &renderer.generator) ?? nothing
        },
    ]
}

extension TemplateRenderer {
    /// The characters of `randomValue`'s types.
    private enum Alphabet: String {
        case alphanumeric = "ALPHANUMERIC"
        case alphabetic = "ALPHABETIC"
        case numeric = "NUMERIC"
        case symbols = "ALPHANUMERIC_AND_SYMBOLS"
        case hexadecimal = "HEXADECIMAL"

        var characters: [Character] {
            let letters = "abcdefghijklmnopqrstuvwxyz"
            let digits = "0123456789"
            return switch self {
            case .alphanumeric: Array(letters + digits)
            case .alphabetic: Array(letters)
            case .numeric: Array(digits)
            case .symbols: Array(letters + digits + "!#$%&*+-./:;<=>?@^_~")
            case .hexadecimal: Array(digits + letters.prefix(6))
            }
        }
    }

    /// The value of an option, without its fraction; nil if it is not a number, or too large.
    fileprivate mutating func whole(
        _ name: String,
        of call: TemplateCall,
        or standard: Int
    ) throws(TemplateFailure) -> Int? {
        let value = try option(name, of: call)
        guard !value.isNull else { return standard }
        guard let number = value.number else { return nil }
        return number.int ?? number.double.flatMap { Int(exactly: $0.rounded(.towardZero)) }
    }

    /// The value of an option; nil if it is not a finite number.
    fileprivate mutating func decimal(
        _ name: String,
        of call: TemplateCall,
        or standard: Double
    ) throws(TemplateFailure) -> Double? {
        let value = try option(name, of: call)
        return value.isNull ? standard : value.number?.double
    }

    fileprivate mutating func randomValue(_ call: TemplateCall) throws(TemplateFailure) -> TemplateValue {
        let named = try text(option: "type", of: call)
        let type = named.isEmpty ? "ALPHANUMERIC" : named
        let isUppercase = try option("uppercase", of: call).isTruthy
        let text: String
        if type == "UUID" {
            text = RandomUUID.text(using: &generator)
        } else if let alphabet = Alphabet(rawValue: type) {
            guard let length = try whole("length", of: call, or: 36), (0...100_000).contains(length) else {
                return .error("'length' must be between 0 and 100000")
            }
            try step(length / 8)
            try make(length)
            let characters = alphabet.characters
            text = String((0..<length).compactMap { _ in characters.randomElement(using: &generator) })
        } else {
            return .error("'randomValue' does not support the type '\(type.prefix(40))'")
        }
        return .text(isUppercase ? text.uppercased() : text)
    }
}
