/// Reads the components of HTTP field values, RFC 9110 §5.6.
struct FieldParser {
    private let bytes: [UInt8]
    private(set) var position = 0

    init(_ text: String) {
        bytes = Array(text.utf8)
    }

    /// Whether the text is read to its end.
    var isAtEnd: Bool { position == bytes.count }

    mutating func skipSpace() {
        while position < bytes.count, bytes[position].isBlank { position += 1 }
    }

    mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard position < bytes.count, bytes[position] == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }

    /// A token, RFC 9110 §5.6.2, or nil.
    mutating func token() -> String? {
        let start = position
        while position < bytes.count, bytes[position].isTokenByte { position += 1 }
        return start == position ? nil : String(decoding: bytes[start..<position], as: UTF8.self)
    }

    /// A quoted string, RFC 9110 §5.6.4, without quotes and escapes; nil if there is none or it does not end.
    mutating func quotedString() -> String? {
        guard take("\"") else { return nil }
        var value: [UInt8] = []
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: "\""):
                position += 1
                return String(decoding: value, as: UTF8.self)
            case UInt8(ascii: "\\") where position + 1 < bytes.count: position += 1
            default: break
            }
            guard bytes[position] == 0x09 || bytes[position] >= 0x20 && bytes[position] != 0x7F else { return nil }
            value.append(bytes[position])
            position += 1
        }
        return nil
    }

    /// `type/subtype *( ";" parameter )` with surrounding spaces; `*` is a token as well.
    ///
    /// Leniently, parameters end where one is malformed, as in `application/json; charset=`.
    mutating func mediaType(leniently: Bool = false) -> MediaType? {
        guard let type = token(), take("/"), let subtype = token(),
            let parameters = parameters(leniently: leniently)
        else { return nil }
        return MediaType(uncheckedType: type, subtype: subtype, parameters: parameters)
    }

    /// `*( OWS ";" OWS [ parameter ] ) OWS`; nil if one is malformed, or leniently those before it.
    private mutating func parameters(leniently: Bool) -> [MediaType.Parameter]? {
        var parameters: [MediaType.Parameter] = []
        skipSpace()
        let hasParameters = position < bytes.count && bytes[position] == UInt8(ascii: ";")
        defer { if leniently, hasParameters { position = bytes.count } }
        while take(";") {
            skipSpace()
            guard let name = token() else { continue }
            guard take("="), let value = token() ?? quotedString() else { return leniently ? parameters : nil }
            parameters.append(MediaType.Parameter(name, value))
            skipSpace()
        }
        return parameters
    }

    /// The value if it is a token, else the value as a quoted string.
    static func quotedIfNeeded(_ value: String) -> String {
        guard !value.isToken else { return value }
        return value.reduce(into: "\"") { $0 += "\"\\".contains($1) ? "\\\($1)" : "\($1)" } + "\""
    }
}
