package import HAL

/// The value of a scalar by the core schema of YAML 1.2.2 (§10.3.2); a quoted scalar is a string.
package enum ResolvedScalar: Sendable, Hashable {
    case null
    case bool(Bool)
    /// A number as JSON can write it; the digits of the file, if they are JSON's already.
    case number(JSONNumber)
    /// Infinity or not-a-number, which JSON does not have.
    case unrepresentable
    case string(String)

    /// The kind with its article, for messages.
    var kind: String {
        switch self {
        case .null: "null"
        case .bool: "a boolean"
        case .number, .unrepresentable: "a number"
        case .string: "a string"
        }
    }
}

extension Node.Scalar {
    package var resolved: ResolvedScalar {
        guard isPlain else { return .string(text) }
        // Longer than any of the words.
        guard text.utf8.count <= 5 else { return resolvedNumber ?? .string(text) }
        switch text {
        case "", "~", "null", "Null", "NULL": return .null
        case "true", "True", "TRUE": return .bool(true)
        case "false", "False", "FALSE": return .bool(false)
        default: return resolvedNumber ?? .string(text)
        }
    }

    private var resolvedNumber: ResolvedScalar? {
        guard let first = text.utf8.first, first < 0x3A, first > 0x2A else { return nil }
        if text.utf8.count <= 5, Self.unrepresentable.contains(text) { return .unrepresentable }
        if text.hasPrefix("0x") || text.hasPrefix("0o") { return radixNumber }
        return DecimalScanner.literal(of: text).map { .number(JSONNumber(uncheckedLiteral: $0)) }
    }

    /// A number that JSON cannot express.
    private static let unrepresentable: Set = [
        ".inf", ".Inf", ".INF", "+.inf", "+.Inf", "+.INF", "-.inf", "-.Inf", "-.INF", ".nan", ".NaN", ".NAN",
    ]

    private var radixNumber: ResolvedScalar? {
        let digits = text.dropFirst(2)
        guard digits.first != "-", digits.first != "+" else { return nil }
        let number = UInt64(digits, radix: text.hasPrefix("0x") ? 16 : 8)
        return number.map { .number(JSONNumber(uncheckedLiteral: String($0))) }
    }
}

/// Recognizes `[-+]? ( \. [0-9]+ | [0-9]+ ( \. [0-9]* )? ) ( [eE] [-+]? [0-9]+ )?`.
enum DecimalScanner {
    /// The number as JSON writes it: no plus, no needless zero in front, digits on both sides of the point.
    static func literal(of text: String) -> String? {
        guard !isPlain(text[...].utf8) else { return text }
        var bytes = Array(text.utf8)[...]
        let isNegative = bytes.first == UInt8(ascii: "-")
        if isNegative || bytes.first == UInt8(ascii: "+") { bytes = bytes.dropFirst() }
        let whole = takeDigits(&bytes)
        var fraction: ArraySlice<UInt8>?
        if bytes.first == UInt8(ascii: ".") {
            bytes = bytes.dropFirst()
            fraction = takeDigits(&bytes)
        }
        guard !whole.isEmpty || fraction?.isEmpty == false else { return nil }
        guard let exponent = takeExponent(&bytes), bytes.isEmpty else { return nil }
        var literal: [UInt8] = isNegative ? [UInt8(ascii: "-")] : []
        let significant = whole.drop { $0 == UInt8(ascii: "0") }
        literal += significant.isEmpty ? [UInt8(ascii: "0")] : significant
        if let fraction, !fraction.isEmpty { literal += [UInt8(ascii: ".")] + fraction }
        return String(decoding: literal + exponent, as: UTF8.self)
    }

    /// Whether the text is a number without sign and exponent as JSON writes it, as most are.
    private static func isPlain(_ text: Substring.UTF8View) -> Bool {
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        let whole = text.prefix { digits.contains($0) }
        guard let first = whole.first, first != UInt8(ascii: "0") || whole.count == 1 else { return false }
        let rest = text.dropFirst(whole.count)
        guard let point = rest.first else { return true }
        let fraction = rest.dropFirst()
        return point == UInt8(ascii: ".") && !fraction.isEmpty && fraction.allSatisfy { digits.contains($0) }
    }

    private static func takeDigits(_ bytes: inout ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let digits = bytes.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        bytes = bytes.dropFirst(digits.count)
        return digits
    }

    /// The exponent as written; empty if it is omitted, nil if digits are missing.
    private static func takeExponent(_ bytes: inout ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard let first = bytes.first, first == UInt8(ascii: "e") || first == UInt8(ascii: "E") else { return [] }
        let start = bytes
        bytes = bytes.dropFirst()
        if bytes.first == UInt8(ascii: "+") || bytes.first == UInt8(ascii: "-") { bytes = bytes.dropFirst() }
        guard !takeDigits(&bytes).isEmpty else { return nil }
        return start[start.startIndex..<bytes.startIndex]
    }
}
