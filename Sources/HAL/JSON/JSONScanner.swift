/// Reads a JSON text as a flat sequence of events, without recursion.
///
/// Strict RFC 8259; a byte order mark at the start is skipped. Positions are byte offsets into `bytes`.
package struct JSONScanner: Sendable {
    /// One step through a text.
    package enum Event: Sendable, Hashable {
        case beginObject
        case endObject
        case beginArray
        case endArray
        case key(Text)
        case string(Text)
        /// The bytes of the number's literal.
        case number(Range<Int>)
        case bool(Bool)
        case null
    }

    /// The bytes between the quotes of a string, checked but not yet decoded.
    package struct Text: Sendable, Hashable {
        /// The range of the bytes.
        package let range: Range<Int>
        /// Whether they contain a backslash.
        package let isEscaped: Bool
    }

    private enum GrammarState {
        case value
        case firstElement
        case firstKey
        case commaOrEnd
        case nothing
    }

    private static let trueWord = Array("true".utf8)
    private static let falseWord = Array("false".utf8)
    private static let nullWord = Array("null".utf8)

    /// The text.
    package let bytes: [UInt8]
    /// The offset of the last event that `next()` returned.
    package private(set) var eventOffset = 0
    /// The offset of the first unread byte.
    package internal(set) var position = 0

    private let depthLimit: Int
    private let sizeLimit: Int
    private var state = GrammarState.value
    /// Whether each open container is an object.
    private var containers: [Bool] = []

    /// Prepares to read `bytes`; `next()` throws all errors, that of the size included.
    package init(_ bytes: [UInt8], limits: JSONLimits = JSONLimits()) {
        self.bytes = bytes
        depthLimit = min(limits.depth, JSONLimits.greatestDepth)
        sizeLimit = limits.bytes
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    }

    /// The number of open containers.
    package var depth: Int { containers.count }

    /// The next event, or nil at the end of the text.
    package mutating func next() throws(JSONError) -> Event? {
        guard bytes.count <= sizeLimit else {
            throw error("the text has more than \(sizeLimit) bytes", code: .tooLarge, at: sizeLimit)
        }
        skipSpace()
        eventOffset = position
        switch state {
        case .value:
            return try value()
        case .firstElement:
            return current == UInt8(ascii: "]") ? close() : try value()
        case .firstKey:
            return current == UInt8(ascii: "}") ? close() : try key()
        case .commaOrEnd:
            return try afterValue()
        case .nothing:
            guard position == bytes.count else { throw error("expected nothing more after the value") }
            return nil
        }
    }

    /// The byte at `position`, or 0 at the end; 0 itself is never valid outside a string.
    var current: UInt8 {
        position < bytes.count ? bytes[position] : 0
    }

    func error(
        _ message: String,
        code: JSONError.Code = .syntax,
        at offset: Int? = nil
    ) -> JSONError {
        JSONError(code, message, at: offset ?? position, in: bytes)
    }

    private mutating func skipSpace() {
        while position < bytes.count {
            switch bytes[position] {
            case 0x20, 0x0A, 0x0D, 0x09: position += 1
            default: return
            }
        }
    }

    private mutating func afterValue() throws(JSONError) -> Event? {
        let inObject = containers.last == true
        if current == UInt8(ascii: ",") {
            position += 1
            skipSpace()
            eventOffset = position
            return inObject ? try key() : try value()
        }
        guard current == (inObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) else {
            throw error(inObject ? "expected ',' or '}'" : "expected ',' or ']'")
        }
        return close()
    }

    private mutating func value() throws(JSONError) -> Event {
        switch current {
        case UInt8(ascii: "{"):
            try open(object: true)
            return .beginObject
        case UInt8(ascii: "["):
            try open(object: false)
            return .beginArray
        case UInt8(ascii: "\""):
            let text = try text()
            valueEnded()
            return .string(text)
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            let range = try number()
            valueEnded()
            return .number(range)
        default:
            return try word()
        }
    }

    private mutating func key() throws(JSONError) -> Event {
        guard current == UInt8(ascii: "\"") else { throw error("expected a key in double quotes") }
        let text = try text()
        skipSpace()
        guard current == UInt8(ascii: ":") else { throw error("expected ':' after the key") }
        position += 1
        state = .value
        return .key(text)
    }

    private mutating func open(object: Bool) throws(JSONError) {
        guard containers.count < depthLimit else {
            throw error("nested deeper than \(depthLimit) levels", code: .tooDeep)
        }
        containers.append(object)
        position += 1
        state = object ? .firstKey : .firstElement
    }

    private mutating func close() -> Event {
        position += 1
        let wasObject = containers.removeLast()
        valueEnded()
        return wasObject ? .endObject : .endArray
    }

    private mutating func valueEnded() {
        state = containers.isEmpty ? .nothing : .commaOrEnd
    }

    private mutating func word() throws(JSONError) -> Event {
        if take(Self.trueWord) { return .bool(true) }
        if take(Self.falseWord) { return .bool(false) }
        if take(Self.nullWord) { return .null }
        throw error(position < bytes.count ? "expected a value" : "expected a value, found the end of the text")
    }

    private mutating func take(_ word: [UInt8]) -> Bool {
        let end = position + word.count
        guard end <= bytes.count, bytes[position..<end].elementsEqual(word) else { return false }
        position = end
        valueEnded()
        return true
    }
}

extension JSONScanner {
    /// Reads a number, RFC 8259 §6, and returns the range of its literal.
    mutating func number() throws(JSONError) -> Range<Int> {
        let start = position
        if current == UInt8(ascii: "-") { position += 1 }
        if current == UInt8(ascii: "0") {
            position += 1
            if isDigit(current) { throw error("a number must not have a leading zero") }
        } else {
            try digits()
        }
        if current == UInt8(ascii: ".") {
            position += 1
            try digits()
        }
        if current | 0x20 == UInt8(ascii: "e") {
            position += 1
            if current == UInt8(ascii: "+") || current == UInt8(ascii: "-") { position += 1 }
            try digits()
        }
        return start..<position
    }

    private mutating func digits() throws(JSONError) {
        guard isDigit(current) else { throw error("expected a digit") }
        while position < bytes.count, isDigit(bytes[position]) { position += 1 }
    }

    private func isDigit(_ byte: UInt8) -> Bool {
        byte &- UInt8(ascii: "0") < 10
    }
}
