internal import HAL
import URITemplates

extension TemplateRenderer {
    mutating func textResult(of call: TemplateCall) throws(TemplateFailure) -> TemplateValue {
        let text = try text(0, of: call)
        try step(text.utf8.count / 256)
        let result = try changed(text, by: call)
        // None of these makes more than three times the bytes of a text that was counted itself; `replace` counts first.
        if case .json(.string(let made)) = result { try make(made.utf8.count) }
        return result
    }

    private mutating func changed(_ text: String, by call: TemplateCall) throws(TemplateFailure) -> TemplateValue {
        switch call.helper {
        case .trim: return .text(text.trimmed)
        case .upper: return .text(text.uppercased())
        case .lower: return .text(text.lowercased())
        case .capitalize: return .text(text.capitalized)
        case .base64: return try base64(text, call)
        case .urlEncode:
            guard try option("decode", of: call).isTruthy else { return .text(Self.formEncoded(text)) }
            return .text(PercentEncoding.decoded(TextSearch.replace("+", in: text, by: " ")))
        case .replace:
            return try replace(text, try self.text(1, of: call), by: try self.text(2, of: call))
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
        guard let start = try argument(1, of: call).number?.int else { return .error("'substring' needs a number") }
        let last = try call.arguments.count > 2 ? argument(2, of: call) : .missing
        let beyond = last.number?.double.map { $0 > 0 ? Int.max : 0 }
        guard let end = last.isNull ? .max : last.number?.int ?? beyond else {
            return .error("'substring' needs a number")
        }
        // Neither is negative now, so that their difference does not overflow.
        let from = max(0, start)
        return .text(String(text.dropFirst(from).prefix(max(from, end) - from)))
    }

    /// An empty part stands between all characters, as in Java.
    private mutating func replace(
        _ text: String,
        _ part: String,
        by replacement: String
    ) throws(TemplateFailure) -> TemplateValue {
        let count = part.isEmpty ? text.count + 1 : TextSearch.count(of: part, in: text)
        let (added, overflow) = count.multipliedReportingOverflow(by: replacement.utf8.count)
        try make(overflow ? .max : added)
        guard part.isEmpty else { return .text(TextSearch.replace(part, in: text, by: replacement)) }
        return .text(text.replacing("", with: replacement))
    }

    /// As forms are sent: a space is a plus.
    private static func formEncoded(_ text: String) -> String {
        var encoded: [UInt8] = []
        encoded.reserveCapacity(text.utf8.count)
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: " "): encoded.append(UInt8(ascii: "+"))
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."),
                UInt8(ascii: "*"):
                encoded.append(byte)
            case _: PercentEncoding.append(byte, to: &encoded)
            }
        }
        return String(decoding: encoded, as: UTF8.self)
    }
}

extension String {
    fileprivate var trimmed: String {
        var text = self[...]
        while text.first?.isWhitespace == true { text.removeFirst() }
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text)
    }

    /// With the first letter of each word in upper case.
    fileprivate var capitalized: String {
        var text = ""
        var rest = self[...]
        while let end = rest.utf8.firstIndex(of: UInt8(ascii: " ")) {
            let word = rest[..<end]
            text += word.prefix(1).uppercased() + word.dropFirst() + " "
            rest = rest[rest.utf8.index(after: end)...]
        }
        return text + rest.prefix(1).uppercased() + rest.dropFirst()
    }
}
