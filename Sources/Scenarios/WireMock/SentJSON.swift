package import HAL
internal import Matching

extension ResponseDefinition {
    /// The JSON of a body as it is sent: in a mapping, numbers are written as WireMock writes them.
    package func sent(_ body: JSONValue) -> JSONValue {
        isMapping ? body.withJacksonNumbers : body
    }

    /// The bytes of a JSON body.
    package func bytes(of body: JSONValue) -> [UInt8] {
        let bytes = sent(body).serializedBytes()
        return isMapping ? JacksonText.escaping(bytes) : bytes
    }
}

extension JSONValue {
    /// The value with its numbers as Jackson, WireMock's library, writes them.
    fileprivate var withJacksonNumbers: JSONValue {
        switch self {
        case .null, .bool, .string: self
        case .number(let number): .number(JacksonNumber.written(number))
        case .array(let items): .array(items.map(\.withJacksonNumbers))
        case .object(let object):
            .object(JSONObject(object.members.map { JSONObject.Member($0.name, $0.value.withJacksonNumbers) }))
        }
    }
}

/// Numbers as Jackson writes them: without an exponent, and without zeros at the end of a fraction.
enum JacksonNumber {
    /// The largest distance of the decimal point from the digits; beyond it, Java reads zero or infinity.
    private static let maximumDistance = 400

    /// Returns `1.5` for `1.50`, and `100` for `1e2`; a number that Java cannot represent is unchanged.
    static func written(_ number: JSONNumber) -> JSONNumber {
        guard number.literal.utf8.contains(where: { !(0x30...0x39).contains($0) }) else { return number }
        let value = DecimalValue(number)
        guard (-maximumDistance...maximumDistance).contains(value.point), number.double != nil else { return number }
        return JSONNumber(uncheckedLiteral: (value.isBelowZero ? "-" : "") + text(of: value))
    }

    private static func text(of value: DecimalValue) -> String {
        let digits = String(decoding: value.digits, as: UTF8.self)
        guard !digits.isEmpty else { return "0" }
        guard value.point > 0 else { return "0." + String(repeating: "0", count: -value.point) + digits }
        let (integer, fraction) = (digits.prefix(value.point), digits.dropFirst(value.point))
        let zeros = String(repeating: "0", count: value.point - integer.utf8.count)
        return fraction.isEmpty ? integer + zeros : "\(integer).\(fraction)"
    }
}

/// Texts as Jackson writes them.
enum JacksonText {
    /// The JSON with each character beyond the Basic Multilingual Plane as an escaped pair of surrogates.
    static func escaping(_ bytes: [UInt8]) -> [UInt8] {
        guard bytes.contains(where: { $0 >= 0xF0 }) else { return bytes }
        var escaped = ""
        for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
            guard scalar.value > 0xFFFF else {
                escaped.unicodeScalars.append(scalar)
                continue
            }
            for unit in String(scalar).utf16 { escaped += "\\u" + String(unit, radix: 16, uppercase: true) }
        }
        return Array(escaped.utf8)
    }
}
