internal import HAL

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

    mutating func randomResult(of call: TemplateCall) throws(TemplateFailure) -> TemplateValue {
        switch call.helper {
        case .randomValue: return try randomValue(call)
        case .randomInt:
            guard let lower = try whole("lower", of: call, or: Int(Int32.min)),
                let upper = try whole("upper", of: call, or: Int(Int32.max))
            else { return .error("'lower' and 'upper' must be whole numbers of 64 bits") }
            guard lower <= upper else { return .error("'upper' is less than 'lower'") }
            // As in WireMock, the upper bound itself never comes.
            let number = lower == upper ? lower : Int.random(in: lower..<upper, using: &generator)
            return .json(.number(JSONNumber(number)))
        case .randomDecimal:
            guard let lower = try decimal("lower", of: call, or: 0), let upper = try decimal("upper", of: call, or: 1)
            else { return .error("'lower' and 'upper' must be numbers below 1.8e308") }
            guard lower <= upper else { return .error("'upper' is less than 'lower'") }
            guard (upper - lower).isFinite else { return .error("'lower' and 'upper' are too far apart") }
            let value = JSONNumber(Double.random(in: lower...upper, using: &generator))
            return value.map { .json(.number($0)) } ?? .missing
        case .pickRandom:
            var values: [TemplateValue] = []
            for argument in call.arguments { values.append(try value(of: argument)) }
            if values.count == 1, let items = TemplateItems(list: values[0]) {
                return (0..<items.count).randomElement(using: &generator).map { items[$0] } ?? .nothingToPick
            }
            return values.randomElement(using: &generator) ?? .nothingToPick
        case _: return .missing
        }
    }

    /// The value of an option, without what follows its point; nil for what is not a number, or does not fit.
    private mutating func whole(_ name: String, of call: TemplateCall, or standard: Int) throws(TemplateFailure) -> Int?
    {
        let value = try option(name, of: call)
        guard !value.isNull else { return standard }
        guard let number = value.number else { return nil }
        return number.int ?? number.double.flatMap { Int(exactly: $0.rounded(.towardZero)) }
    }

    /// The value of an option; nil for what is not a number, or not a finite one.
    private mutating func decimal(
        _ name: String,
        of call: TemplateCall,
        or standard: Double
    ) throws(TemplateFailure) -> Double? {
        let value = try option(name, of: call)
        return value.isNull ? standard : value.number?.double
    }

    private mutating func randomValue(_ call: TemplateCall) throws(TemplateFailure) -> TemplateValue {
        let type = try call.options["type"] == nil ? "ALPHANUMERIC" : text(option: "type", of: call)
        let isUppercase = try option("uppercase", of: call).isTruthy
        let text: String
        if type == "UUID" {
            text = randomUUID()
        } else if let alphabet = Alphabet(rawValue: type) {
            guard let length = try whole("length", of: call, or: 36), (0...100_000).contains(length) else {
                return .error("'length' must be 0 to 100000")
            }
            try step(length / 8)
            try make(length)
            let characters = alphabet.characters
            text = String((0..<length).compactMap { _ in characters.randomElement(using: &generator) })
        } else {
            return .error("'randomValue' has no type '\(type.prefix(40))'")
        }
        return .text(isUppercase ? text.uppercased() : text)
    }

    /// Of version 4 (RFC 9562 §5.4).
    private mutating func randomUUID() -> String {
        let high = UInt64.random(in: .min ... .max, using: &generator) & 0xFFFF_FFFF_FFFF_0FFF | 0x4000
        let low = UInt64.random(in: .min ... .max, using: &generator) & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000
        func digits(_ value: UInt64) -> String {
            let text = String(value, radix: 16)
            return String(repeating: "0", count: 16 - text.count) + text
        }
        let text = Array(digits(high) + digits(low))
        return [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(text[$0]) }.joined(separator: "-")
    }
}

extension TemplateValue {
    fileprivate static let nothingToPick = TemplateValue.error("'pickRandom' has nothing to pick from")
}
