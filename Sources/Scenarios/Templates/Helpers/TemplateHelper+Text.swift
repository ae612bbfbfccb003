import Documents
internal import HAL
import Matching
import URITemplates

extension TemplateHelper {
    typealias Change =
        @Sendable (String, TemplateCall, inout TemplateRenderer) throws(TemplateFailure) -> TemplateValue

    /// Texts; most of them change the content of a block, too.
    static let text: [TemplateHelper] = [
        .text("base64", options: ["decode", "padding"]) { (text, call, renderer) throws(TemplateFailure) in
            try renderer.base64(text, call)
        },
        .text("urlEncode", options: ["decode"]) { (text, call, renderer) throws(TemplateFailure) in
            guard try renderer.option("decode", of: call).isTruthy else {
                return .text(TemplateRenderer.formEncoded(text))
            }
            return .text(PercentEncoding.decoded(TextSearch.replace("+", in: text, by: " ")))
        },
        .text("trim") { text, _, _ in .text(text.trimmed) },
        .text("upper") { text, _, _ in .text(text.uppercased()) },
        .text("lower") { text, _, _ in .text(text.lowercased()) },
        .text("capitalize", options: ["fully"]) { (text, call, renderer) throws(TemplateFailure) in
            .text((try renderer.option("fully", of: call).isTruthy ? text.lowercased() : text).capitalized)
        },
        .text("replace", arguments: 3...3, block: .section) { (text, call, renderer) throws(TemplateFailure) in
            let part = try renderer.text(1, of: call)
            return try renderer.replace(text, part, by: try renderer.text(2, of: call))
        },
        .text("substring", arguments: 2...3, block: .section) { (text, call, renderer) throws(TemplateFailure) in
            try renderer.substring(text, call)
        },
    ]

    /// A helper that changes the text of its first argument.
    static func text(
        _ name: String,
        arguments: ClosedRange<Int> = 0...1,
        options: Set<String> = [],
        block: Block = .onlyContent,
        _ change: @escaping Change
    ) -> TemplateHelper {
        TemplateHelper(
            name,
            arguments: arguments,
            options: options,
            block: block
        ) { (call, renderer) throws(TemplateFailure) in
            let text = try renderer.text(0, of: call)
            try renderer.step(text.utf8.count / 256)
            let result = try change(text, call, &renderer)
            // The result has at most three times the bytes of the text, which are counted; `replace` counts first.
            if case .json(.string(let made)) = result { try renderer.make(made.utf8.count) }
            return result
        }
    }
}

extension TemplateRenderer {
    fileprivate mutating func base64(_ text: String, _ call: TemplateCall) throws(TemplateFailure) -> TemplateValue {
        if try option("decode", of: call).isTruthy {
            guard let bytes = Base64.decode(text) else { return .error("not valid Base64") }
            return .text(String(decoding: bytes, as: UTF8.self))
        }
        let padding = try option("padding", of: call)
        let encoded = Base64.encode(Array(text.utf8))
        guard case .json(.bool(false)) = padding else { return .text(encoded) }
        return .text(String(encoded.prefix { $0 != "=" }))
    }

    fileprivate mutating func substring(_ text: String, _ call: TemplateCall) throws(TemplateFailure) -> TemplateValue {
        guard let start = try argument(1, of: call).number?.int else { return .error("'substring' needs a number") }
        let last = try call.arguments.count > 2 ? argument(2, of: call) : .missing
        let beyond = last.number?.double.map { $0 > 0 ? Int.max : 0 }
        guard let end = last.isNull ? .max : last.number?.int ?? beyond else {
            return .error("'substring' needs a number")
        }
        // Neither is negative, so their difference does not overflow.
        let from = max(0, start)
        return .text(String(text.dropFirst(from).prefix(max(from, end) - from)))
    }

    /// An empty part is found between all characters, as in Java.
    fileprivate mutating func replace(
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

    /// The text in the encoding of forms: a space is a plus.
    fileprivate static func formEncoded(_ text: String) -> String {
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
    /// The text without white space at its ends.
    fileprivate var trimmed: String {
        var text = self[...]
        while text.first?.isWhitespace == true { text.removeFirst() }
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text)
    }

    /// The text with the first letter of each word in upper case.
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
