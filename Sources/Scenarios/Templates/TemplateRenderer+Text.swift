internal import HAL

extension TemplateRenderer {
    mutating func textResult(of call: TemplateCall) throws(TemplateFailure) -> TemplateValue {
        let text = try argument(0, of: call).text
        try step(text.utf8.count / 64)
        switch call.helper {
        case .trim: return .text(text.trimmed)
        case .upper: return .text(text.uppercased())
        case .lower: return .text(text.lowercased())
        case .capitalize:
            return .text(
                text.split(separator: " ", omittingEmptySubsequences: false).map(\.capitalized).joined(separator: " ")
            )
        case .base64: return try base64(text, call)
        case .urlEncode:
            guard try option("decode", of: call).isTruthy else { return .text(Self.formEncoded(text)) }
            return .text(PercentEncoding.decoded(text.replacing("+", with: " ")[...]))
        case .replace:
            return .text(text.replacing(try argument(1, of: call).text, with: try argument(2, of: call).text))
        case .substring: return try substring(text, call)
        case _: return .missing
        }
    }

    private mutating func base64(_ text: String, _ call: TemplateCall) throws(TemplateFailure) -> TemplateValue {
        if try option("decode", of: call).isTruthy {
            guard let bytes = Base64.decode(text) else { return .error("no Base64") }
            return .text(String(decoding: bytes, as: UTF8.self))
        }
        let padding = try option("padding", of: call)
        let encoded = Base64.encode(Array(text.utf8))
        guard case .json(.bool(false)) = padding else { return .text(encoded) }
        return .text(String(encoded.prefix { $0 != "=" }))
    }

    private mutating func substring(_ text: String, _ call: TemplateCall) throws(TemplateFailure) -> TemplateValue {
        let count = text.count
        guard let start = try argument(1, of: call).number?.int else { return .error("'substring' needs a number") }
        let end = try call.arguments.count > 2 ? argument(2, of: call).number?.int ?? count : count
        let from = min(max(0, start), count)
        return .text(String(text.dropFirst(from).prefix(max(0, min(end, count) - from))))
    }

    /// As forms are sent: a space is a plus.
    private static func formEncoded(_ text: String) -> String {
        var encoded = ""
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: " "): encoded += "+"
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."),
                UInt8(ascii: "*"):
                encoded.unicodeScalars.append(Unicode.Scalar(byte))
            case _:
                encoded += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }
        return encoded
    }
}

extension String {
    fileprivate var trimmed: String {
        var text = self[...]
        while text.first?.isWhitespace == true { text.removeFirst() }
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text)
    }
}

extension Substring {
    fileprivate var capitalized: String { prefix(1).uppercased() + dropFirst() }
}
