/// One way to authenticate that a server offers, RFC 9110 §11.3.
public struct Challenge: Sendable, Hashable {
    /// A parameter: `realm="all"`.
    public struct Parameter: Sendable, Hashable {
        /// The name in lower case.
        public let name: String
        /// The value without quotes and escapes.
        public let value: String
    }

    /// The scheme as written, `Basic`; compare it case-insensitively.
    ///
    /// Empty if the text begins with a parameter.
    public internal(set) var scheme: String
    /// The single value in place of parameters, or nil.
    public internal(set) var token68: String?
    /// The parameters in their order.
    public internal(set) var parameters: [Parameter] = []
    /// Whether the text is malformed; the other parts are read on a best-effort basis.
    public internal(set) var isMalformed = false

    /// The value of the first parameter of that name, in any case, or nil.
    public func parameter(_ name: String) -> String? {
        let name = name.lowercased()
        return parameters.first { $0.name == name }?.value
    }

    /// The realm, or nil; single quotes are part of it.
    public var realm: String? {
        parameter("realm")
    }

    /// The realm without the single quotes around it that some servers send.
    public var realmUnquoted: String? {
        guard let realm, realm.count >= 2, realm.hasPrefix("'"), realm.hasSuffix("'") else { return realm }
        return String(realm.dropFirst().dropLast())
    }

    /// All challenges of `WWW-Authenticate` fields in their order, whether they share a line or not.
    public static func challenges(in fields: [String]) -> [Challenge] {
        fields.flatMap { field in
            var parser = ChallengeParser(field)
            return parser.challenges()
        }
    }
}

/// Reads `#challenge`, RFC 9110 §11.6.1, in one pass: each byte is read a bounded number of times.
private struct ChallengeParser {
    private let bytes: [UInt8]
    private var position = 0
    private var found: [Challenge] = []

    init(_ text: String) {
        bytes = Array(text.utf8)
    }

    mutating func challenges() -> [Challenge] {
        while position < bytes.count {
            skip { $0 == .comma || $0.isBlank }
            guard position < bytes.count else { break }
            readElement()
            skipToComma()
        }
        return found
    }

    /// Reads one list element: a parameter of the current challenge, or the start of a new one.
    private mutating func readElement() {
        let start = position
        let name = take(while: \.isTokenByte)
        guard !name.isEmpty else { return markLast() }
        let afterName = position
        skip(while: \.isBlank)
        if peek == .equals {
            if found.isEmpty { found.append(Challenge(scheme: "", isMalformed: true)) }
            // A challenge has a token68 or parameters, RFC 9110 §11.3.
            if found.last?.token68 != nil { markLast() }
            position = start
            return readParameter()
        }
        found.append(Challenge(scheme: name))
        guard afterName < position, let next = peek, next != .comma else { return }
        readFirstValue()
    }

    /// Reads the value after the scheme: a token68 if it is alone before the comma, else a parameter.
    private mutating func readFirstValue() {
        let start = position
        var value = take(while: \.isToken68Byte)
        value += take { $0 == .equals }
        skip(while: \.isBlank)
        if !value.isEmpty, !value.hasPrefix("="), peek == nil || peek == .comma {
            found[found.count - 1].token68 = value
        } else {
            position = start
            readParameter()
        }
    }

    private mutating func readParameter() {
        let name = take(while: \.isTokenByte)
        skip(while: \.isBlank)
        guard !name.isEmpty, peek == .equals else { return markLast() }
        position += 1
        skip(while: \.isBlank)
        let value = peek == .quote ? quotedString() : token()
        found[found.count - 1].parameters.append(Challenge.Parameter(name: name.lowercased(), value: value))
    }

    /// Reads a token, or any other text up to a comma or a space.
    private mutating func token() -> String {
        let start = position
        let value = take { $0 != .comma && !$0.isBlank }
        if value.isEmpty || !bytes[start..<position].allSatisfy(\.isTokenByte) { markLast() }
        return value
    }

    private mutating func quotedString() -> String {
        position += 1
        var value: [UInt8] = []
        while position < bytes.count, bytes[position] != .quote {
            if bytes[position] == .backslash, position + 1 < bytes.count { position += 1 }
            value.append(bytes[position])
            position += 1
        }
        if position == bytes.count { markLast() } else { position += 1 }
        return String(decoding: value, as: UTF8.self)
    }

    /// Skips unexpected text up to the next comma.
    private mutating func skipToComma() {
        skip(while: \.isBlank)
        guard position < bytes.count, bytes[position] != .comma else { return }
        markLast()
        skip { $0 != .comma }
    }

    private mutating func markLast() {
        guard !found.isEmpty else { return }
        found[found.count - 1].isMalformed = true
    }
}

extension ChallengeParser {
    private var peek: UInt8? {
        position < bytes.count ? bytes[position] : nil
    }

    private mutating func skip(while condition: (UInt8) -> Bool) {
        while position < bytes.count, condition(bytes[position]) { position += 1 }
    }

    private mutating func take(while condition: (UInt8) -> Bool) -> String {
        let start = position
        skip(while: condition)
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }
}

extension UInt8 {
    fileprivate static let comma = UInt8(ascii: ",")
    fileprivate static let equals = UInt8(ascii: "=")
    fileprivate static let quote = UInt8(ascii: "\"")
    fileprivate static let backslash = UInt8(ascii: "\\")

    /// `ALPHA / DIGIT / "-" / "." / "_" / "~" / "+" / "/"`, RFC 9110 §11.2.
    fileprivate var isToken68Byte: Bool {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "A")...UInt8(ascii: "Z"):
            true
        default: "-._~+/".utf8.contains(self)
        }
    }
}
