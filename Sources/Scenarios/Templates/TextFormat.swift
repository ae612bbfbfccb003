internal import HAL
import Matching

/// A format with values in it: `%s`, `%05.2f` (`java.util.Formatter`, without dates and hash codes).
struct TextFormat {
    private enum Part {
        case text(String)
        case value(Specifier)
    }

    fileprivate struct Specifier {
        /// Counted from 1; nil: the next value.
        var index: Int?
        var flags = ""
        var width = 0
        var precision: Int?
        var conversion: Character = "s"
    }

    private static let maximumWidth = 1000

    private var parts: [Part] = []

    /// - Throws: ``InvalidPattern`` with the place of a specifier that is not supported.
    init(_ text: String) throws(InvalidPattern) {
        var rest = text[...]
        while let percent = rest.firstIndex(of: "%") {
            parts.append(.text(String(rest[..<percent])))
            rest = rest[rest.index(after: percent)...]
            let offset = text.unicodeScalars.distance(from: text.startIndex, to: percent)
            let written = rest.prefix(10)
            guard let specifier = Self.take(&rest) else {
                throw InvalidPattern("'%\(written)' is not a supported format specifier", at: offset)
            }
            switch specifier.conversion {
            case "%": parts.append(.text("%"))
            case "n": parts.append(.text("\n"))
            case _: parts.append(.value(specifier))
            }
        }
        parts.append(.text(String(rest)))
    }

    /// `[index$][flags][width][.precision]conversion`; nil if it is not valid.
    private static func take(_ rest: inout Substring) -> Specifier? {
        var specifier = Specifier()
        let digits = rest.prefix { $0.isASCII && $0.isNumber }
        if rest[digits.endIndex...].first == "$" {
            guard let index = Int(digits), index > 0 else { return nil }
            specifier.index = index
            rest = rest[digits.endIndex...].dropFirst()
        }
        let flags = rest.prefix { "-+ 0,(".contains($0) }
        specifier.flags = String(flags)
        rest = rest[flags.endIndex...]
        guard let width = takeNumber(&rest) else { return nil }
        specifier.width = width ?? 0
        if rest.first == "." {
            rest = rest.dropFirst()
            guard let precision = takeNumber(&rest), let precision else { return nil }
            specifier.precision = precision
        }
        guard let conversion = rest.popFirst(), "sSdxXobBfeEcn%".contains(conversion) else { return nil }
        specifier.conversion = conversion
        return specifier
    }

    /// A number, or nothing; nil if it is too large.
    private static func takeNumber(_ rest: inout Substring) -> Int?? {
        let digits = rest.prefix { $0.isASCII && $0.isNumber }
        rest = rest[digits.endIndex...]
        guard !digits.isEmpty else { return .some(nil) }
        guard let number = Int(digits), number <= maximumWidth else { return nil }
        return .some(number)
    }

    /// The parts of the text, with the values.
    ///
    /// - Throws: ``InvalidPattern`` if a value is missing or has another type.
    func texts(of values: [TemplateValue]) throws(InvalidPattern) -> [String] {
        var next = 0
        var texts: [String] = []
        for part in parts {
            switch part {
            case .text(let text): texts.append(text)
            case .value(let specifier):
                let index = specifier.index ?? next + 1
                if specifier.index == nil { next += 1 }
                guard values.indices.contains(index - 1) else {
                    throw InvalidPattern("'%\(specifier.conversion)' needs a value")
                }
                texts.append(try specifier.text(of: values[index - 1]))
            }
        }
        return texts
    }
}

extension TextFormat.Specifier {
    fileprivate func text(of value: TemplateValue) throws(InvalidPattern) -> String {
        let text = try unpadded(value)
        let isUpper = conversion.isUppercase
        return padded(isUpper ? text.uppercased() : text)
    }

    private func unpadded(_ value: TemplateValue) throws(InvalidPattern) -> String {
        switch conversion {
        case "s", "S": return cut(value.isNull ? "null" : value.text)
        case "b", "B":
            guard case .json(.bool(let value)) = value else { return cut(value.isNull ? "false" : "true") }
            return cut(value ? "true" : "false")
        case "c":
            guard value.text.count == 1 else { throw InvalidPattern("'%c' needs one character") }
            return value.text
        case _: break
        }
        guard case .json(.number(let number)) = value else { throw InvalidPattern("'%\(conversion)' needs a number") }
        switch conversion {
        case "d", "x", "X", "o":
            guard let whole = number.int else { throw InvalidPattern("'%\(conversion)' needs an integer") }
            guard conversion == "d" else { return unsigned(whole, radix: conversion == "o" ? 8 : 16) }
            return signed(String(whole.magnitude), isNegative: whole < 0)
        case _:
            let places = precision ?? 6
            let value = DecimalValue(number)
            guard conversion == "f" else { return try scientific(value, places) }
            guard let digits = DecimalText(value, places: places, .halfUp) else { throw Self.tooLarge }
            let integer = digits.integer.isEmpty ? "0" : digits.integer
            return signed(integer, fraction: digits.fraction, isNegative: digits.isNegative)
        }
    }

    private static let tooLarge = InvalidPattern("a number is too large")

    private func cut(_ text: String) -> String { precision.map { String(text.prefix($0)) } ?? text }

    /// As Java's integers of 32 bits, or of 64 if it is larger.
    private func unsigned(_ number: Int, radix: Int) -> String {
        Int32(exactly: number).map { String(UInt32(bitPattern: $0), radix: radix) }
            ?? String(UInt(bitPattern: number), radix: radix)
    }

    /// Returns the text with an exponent, `1.234568e+04`.
    private func scientific(_ value: DecimalValue, _ places: Int) throws(InvalidPattern) -> String {
        var (value, exponent) = value.normalized
        guard var digits = DecimalText(value, places: places, .halfUp) else { throw Self.tooLarge }
        if digits.integer.count > 1 {
            exponent += 1
            value = DecimalValue(JSONNumber(value.isBelowZero ? -1 : 1))
            digits = DecimalText(value, places: places, .halfUp) ?? digits
        }
        let power = String(abs(exponent))
        let sign = exponent < 0 ? "-" : "+"
        return signed(
            digits.integer.isEmpty ? "0" : digits.integer,
            fraction: digits.fraction,
            isNegative: digits.isNegative
        ) + "e" + sign + (power.count < 2 ? "0" : "") + power
    }

    private func signed(_ integer: String, fraction: String = "", isNegative: Bool) -> String {
        let digits = flags.contains(",") ? DecimalText.grouped(integer) : integer
        let text = fraction.isEmpty ? digits : digits + "." + fraction
        if isNegative { return flags.contains("(") ? "(\(text))" : "-" + text }
        return (flags.contains("+") ? "+" : flags.contains(" ") ? " " : "") + text
    }

    private func padded(_ text: String) -> String {
        let missing = max(0, width - text.count)
        if flags.contains("-") { return text + String(repeating: " ", count: missing) }
        guard flags.contains("0") else { return String(repeating: " ", count: missing) + text }
        let sign = text.prefix { "+-( ".contains($0) }
        return sign + String(repeating: "0", count: missing) + text.dropFirst(sign.count)
    }
}
