package import HAL

/// Writes values as YAML 1.2: blocks of two columns, short lists and objects in one line, texts of several lines as they
/// are, numbers with their digits, keys in their order.
///
/// Reading the text with ``YAMLText`` returns the value.
package struct YAMLWriter {
    /// The longest line of a list or an object in one line, in characters.
    private static let width = 100
    /// The most members of an object in one line.
    private static let mostInline = 4
    private static let step = 2

    private var text = ""

    private init() {}

    /// The lines of a document.
    package static func document(_ value: JSONValue) -> String {
        var writer = YAMLWriter()
        if let inline = writer.inline(value) {
            writer.text = inline + "\n"
        } else {
            writer.block(value, at: 0)
        }
        return writer.text
    }

    /// The lines of the items of a list, each line after so many spaces.
    package static func items(_ values: [JSONValue], at indentation: Int) -> String {
        var writer = YAMLWriter()
        writer.block(.array(values), at: indentation)
        return writer.text
    }

    /// Writes a list or an object that is not empty, each line indented.
    private mutating func block(_ value: JSONValue, at indentation: Int, continuesLine: Bool = false) {
        let start = String(repeating: " ", count: indentation)
        var isFirst = continuesLine
        switch value {
        case .array(let items):
            for item in items {
                if !isFirst { text += start }
                isFirst = false
                text += "-"
                entry(item, at: indentation, ofList: true)
            }
        case .object(let object):
            for member in object.members {
                if !isFirst { text += start }
                isFirst = false
                text += YAMLScalar.inline(member.name, inFlow: false) + ":"
                entry(member.value, at: indentation, ofList: false)
            }
        case .null, .bool, .number, .string: break
        }
    }

    /// Writes a value after `-` or `key:`, and ends its last line.
    private mutating func entry(_ value: JSONValue, at indentation: Int, ofList: Bool) {
        if case .string(let string) = value, let lines = YAMLScalar.literal(string, at: indentation + Self.step) {
            text += " " + lines
        } else if let inline = inline(value) {
            text += " " + inline + "\n"
        } else if ofList {
            text += " "
            block(value, at: indentation + Self.step, continuesLine: true)
        } else {
            text += "\n"
            block(value, at: indentation + Self.step)
        }
    }

    /// The value in one line; nil for a list or an object that needs several.
    private func inline(_ value: JSONValue) -> String? {
        switch value {
        case .null, .bool, .number, .string: return YAMLScalar.inline(value, inFlow: false)
        case .array(let items):
            guard !items.isEmpty else { return "[]" }
            return flow(items.map { ("", $0) }, "[", "]")
        case .object(let object):
            guard !object.isEmpty else { return "{}" }
            guard object.members.count <= Self.mostInline else { return nil }
            return flow(
                object.members.map { (YAMLScalar.inline($0.name, inFlow: true) + ": ", $0.value) },
                "{ ",
                " }"
            )
        }
    }

    /// Single values in brackets; nil if one is a list or an object, or if they are too long.
    private func flow(_ values: [(name: String, value: JSONValue)], _ open: String, _ close: String) -> String? {
        var line = open
        for (index, (name, value)) in values.enumerated() {
            guard let scalar = YAMLScalar.inline(value, inFlow: true) else { return nil }
            line += (index == 0 ? "" : ", ") + name + scalar
            guard line.utf8.count <= Self.width else { return nil }
        }
        return line + close
    }
}

/// The styles of scalars: plain, in double quotes, and literal.
private enum YAMLScalar {
    /// A value that is not a list or an object; nil for those.
    static func inline(_ value: JSONValue, inFlow: Bool) -> String? {
        switch value {
        case .null: "null"
        case .bool(let bool): bool ? "true" : "false"
        case .number(let number): number.literal
        case .string(let string): inline(string, inFlow: inFlow)
        case .array, .object: nil
        }
    }

    static func inline(_ string: String, inFlow: Bool) -> String {
        isPlain(string, inFlow: inFlow) ? string : quoted(string)
    }

    /// A text of several lines with its header, lines indented; nil if only quotes can keep it.
    static func literal(_ string: String, at indentation: Int) -> String? {
        guard let first = string.utf8.first, string.utf8.contains(UInt8(ascii: "\n")), !" \t\n".utf8.contains(first),
            string.unicodeScalars.allSatisfy({ isPrintable($0) || $0 == "\n" || $0 == "\t" })
        else { return nil }
        var lines = string.split(separator: "\n", omittingEmptySubsequences: false)
        var header = "|-"
        if lines.last?.isEmpty == true {
            lines.removeLast()
            header = lines.last?.isEmpty == true ? "|+" : "|"
        }
        // Blanks alone in the last lines would be taken for the end.
        guard lines.last?.contains(where: { $0 != " " && $0 != "\t" }) == true || header == "|+" else { return nil }
        let start = String(repeating: " ", count: indentation)
        return header + "\n" + lines.map { $0.isEmpty ? "\n" : start + $0 + "\n" }.joined()
    }

    /// Whether the text without quotes is read as this string.
    private static func isPlain(_ string: String, inFlow: Bool) -> Bool {
        guard let first = string.utf8.first, let last = string.utf8.last, isPlainStart(first),
            last != UInt8(ascii: " "), last != UInt8(ascii: ":"), string.utf8.count <= 1000
        else { return false }
        var previous: Unicode.Scalar = "x"
        for scalar in string.unicodeScalars {
            guard isPrintable(scalar) else { return false }
            if scalar == " ", previous == ":" { return false }
            if scalar == "#", previous == " " { return false }
            if inFlow, ",[]{}?:".unicodeScalars.contains(scalar) { return false }
            previous = scalar
        }
        // A merge key, and the end of a document.
        guard string != "<<", !string.hasPrefix("...") else { return false }
        return Node.Scalar(text: string, isPlain: true).resolved == .string(string)
    }

    /// Letters, digits and signs that are no indicators of YAML.
    private static func isPlainStart(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        case UInt8(ascii: "0")...UInt8(ascii: "9"), 0x80...: true
        default: "/_.(<$^+;".utf8.contains(byte)
        }
    }

    /// Whether YAML allows the character outside quotes, and no reader takes it for a line break or drops it.
    private static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x20...0x7E, 0xA0...0x2027, 0x202A...0xD7FF, 0xE000...0xFEFE, 0xFF00...0xFFFD, 0x10000...0x10FFFF: true
        default: false
        }
    }

    private static func quoted(_ string: String) -> String {
        var text = "\""
        for scalar in string.unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\n": text += "\\n"
            case "\r": text += "\\r"
            case "\t": text += "\\t"
            case _ where isPrintable(scalar): text.unicodeScalars.append(scalar)
            default:
                let digits = String(scalar.value, radix: 16, uppercase: true)
                text += "\\u" + String(repeating: "0", count: max(4 - digits.count, 0)) + digits
            }
        }
        return text + "\""
    }
}
