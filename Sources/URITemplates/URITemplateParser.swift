/// Reads the grammar of RFC 6570 §2.
struct URITemplateParser {
    private typealias VariableSpecification = URITemplate.VariableSpecification

    private let bytes: [UInt8]
    private var position = 0

    init(_ text: String) {
        bytes = Array(text.utf8)
    }

    /// Reads the whole text.
    mutating func parts() throws(URITemplateError) -> [URITemplate.Part] {
        var parts: [URITemplate.Part] = []
        while position < bytes.count {
            parts.append(current == UInt8(ascii: "{") ? .expression(try expression()) : try literal())
        }
        return parts
    }

    /// The byte at `position`, or 0 at the end; 0 itself is never valid.
    private var current: UInt8 {
        position < bytes.count ? bytes[position] : 0
    }

    /// Reads up to the next brace; characters that RFC 6570 §2.1 does not allow are percent-encoded.
    private mutating func literal() throws(URITemplateError) -> URITemplate.Part {
        let start = position
        while position < bytes.count, current != UInt8(ascii: "{") {
            guard current != UInt8(ascii: "}") else { throw error("'}' has no matching '{'") }
            position += 1
        }
        let text = String(decoding: bytes[start..<position], as: UTF8.self)
        return .literal(text, encoded: PercentEncoding.encode(text, keepingReserved: true))
    }

    private mutating func expression() throws(URITemplateError) -> URITemplate.Expression {
        let opening = position
        position += 1
        var style = ExpansionStyle.simple
        if let written = ExpansionStyle(operator: current) {
            style = written
            position += 1
        } else if "=,!@|".utf8.contains(current) {
            throw error("the operator '\(Character(Unicode.Scalar(current)))' is reserved")
        }
        var variables = [try variable(opening)]
        while current == UInt8(ascii: ",") {
            position += 1
            variables.append(try variable(opening))
        }
        guard current == UInt8(ascii: "}") else { throw unexpected(opening) }
        position += 1
        return URITemplate.Expression(style: style, variables: variables)
    }

    private mutating func variable(_ opening: Int) throws(URITemplateError) -> VariableSpecification {
        let start = position
        try name(opening)
        let name = String(decoding: bytes[start..<position], as: UTF8.self)
        return VariableSpecification(name: name, modifier: try modifier(), offset: start)
    }

    /// `varchar *( ["."] varchar )`, RFC 6570 §2.3.
    private mutating func name(_ opening: Int) throws(URITemplateError) {
        var mayBeDot = false
        while true {
            if mayBeDot, current == UInt8(ascii: ".") {
                position += 1
                mayBeDot = false
            } else if PercentEncoding.isTriplet(bytes[position...]) {
                position += 3
                mayBeDot = true
            } else if isNameByte(current) {
                position += 1
                mayBeDot = true
            } else {
                guard mayBeDot else { throw unexpected(opening, "expected a variable name") }
                return
            }
        }
    }

    private mutating func modifier() throws(URITemplateError) -> VariableSpecification.Modifier {
        if current == UInt8(ascii: "*") {
            position += 1
            return .explode
        }
        guard current == UInt8(ascii: ":") else { return .none }
        position += 1
        let start = position
        while position - start < 4, isDigit(current) { position += 1 }
        guard bytes[start..<position].first != UInt8(ascii: "0"), !isDigit(current),
            let length = Int(String(decoding: bytes[start..<position], as: UTF8.self))
        else { throw URITemplateError(.syntax, "a prefix must be a number from 1 to 9999", at: start) }
        return .prefix(length)
    }

    private func isNameByte(_ byte: UInt8) -> Bool {
        isDigit(byte) || byte == UInt8(ascii: "_")
            || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }

    private func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    private func error(_ message: String) -> URITemplateError {
        URITemplateError(.syntax, message, at: position)
    }

    /// The error for the byte at `position`, or for the opening brace if it is not closed.
    private func unexpected(_ opening: Int, _ message: String = "expected ',' or '}'") -> URITemplateError {
        guard bytes[position...].contains(UInt8(ascii: "}")) else {
            return URITemplateError(.syntax, "'{' is not closed", at: opening)
        }
        return error(message)
    }
}
