import URITemplates

/// Writes values as JSON text: members in order, original digits, only the escapes that RFC 8259 §7 requires.
package struct JSONWriter {
    /// The bytes written so far.
    package private(set) var bytes: [UInt8] = []
    private let isPretty: Bool
    private var depth = 0
    /// The number of members or elements that `object` and `array` have written of the innermost value.
    private var count = 0

    /// Makes a writer; `pretty` puts each member on its own line, indented by two spaces; `capacity` bytes are
    /// reserved.
    package init(pretty: Bool, capacity: Int = 0) {
        isPretty = pretty
        bytes.reserveCapacity(capacity)
    }

    /// Writes a whole value.
    package mutating func write(_ value: JSONValue) {
        switch value {
        case .null: bytes.append(literal: "null")
        case .bool(let bool): bytes.append(literal: bool ? "true" : "false")
        case .number(let number): bytes.append(text: number.literal)
        case .string(let string): write(string)
        case .array(let elements): write(elements)
        case .object(let object): write(object.members)
        }
    }

    private mutating func write(_ elements: [JSONValue]) {
        open(UInt8(ascii: "["))
        for (index, element) in elements.enumerated() {
            separate(isFirst: index == 0)
            write(element)
        }
        close(UInt8(ascii: "]"), isEmpty: elements.isEmpty)
    }

    private mutating func write(_ members: [JSONObject.Member]) {
        open(UInt8(ascii: "{"))
        for (index, member) in members.enumerated() {
            separate(isFirst: index == 0)
            write(member.name)
            bytes.append(UInt8(ascii: ":"))
            if isPretty { bytes.append(UInt8(ascii: " ")) }
            write(member.value)
        }
        close(UInt8(ascii: "}"), isEmpty: members.isEmpty)
    }

    /// Writes a string.
    package mutating func write(_ string: String) {
        bytes.append(UInt8(ascii: "\""))
        // Few strings need an escape.
        if string.utf8.areAll({ !$0.needsEscape }) { bytes.append(text: string) } else { appendEscaped(string) }
        bytes.append(UInt8(ascii: "\""))
    }

    private mutating func appendEscaped(_ string: String) {
        for byte in string.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes.append(contentsOf: [UInt8(ascii: "\\"), byte])
            case 0x08: bytes.append(literal: "\\b")
            case 0x09: bytes.append(literal: "\\t")
            case 0x0A: bytes.append(literal: "\\n")
            case 0x0C: bytes.append(literal: "\\f")
            case 0x0D: bytes.append(literal: "\\r")
            case 0..<0x20:
                bytes.append(literal: "\\u00")
                // In lower case.
                bytes.append(contentsOf: [UInt8(ascii: "0") + byte >> 4, UInt8.hexDigit(byte & 0xF) | 0x20])
            default: bytes.append(byte)
            }
        }
    }

    private mutating func open(_ bracket: UInt8) {
        bytes.append(bracket)
        depth += 1
    }

    private mutating func close(_ bracket: UInt8, isEmpty: Bool) {
        depth -= 1
        if !isEmpty { breakLine() }
        bytes.append(bracket)
    }

    private mutating func separate(isFirst: Bool) {
        if !isFirst { bytes.append(UInt8(ascii: ",")) }
        breakLine()
    }

    private mutating func breakLine() {
        guard isPretty else { return }
        let indentation = 2 * depth
        bytes.append(literal: Self.lineBreak, atMost: 1 + indentation)
        // Rare: deeper than the constant text.
        for _ in Self.longestIndentation..<max(Self.longestIndentation, indentation) { bytes.append(UInt8(ascii: " ")) }
    }

    private static let longestIndentation = 64
    /// A line feed and the indentation of the usual depths.
    private static let lineBreak: StaticString = "\n                                                                "
}

extension UInt8 {
    /// Whether the byte must be escaped in a string, RFC 8259 §7.
    fileprivate var needsEscape: Bool { self < 0x20 || self == UInt8(ascii: "\"") || self == UInt8(ascii: "\\") }
}

/// Streaming: objects and arrays are written member by member, without a value in memory.
extension JSONWriter {
    /// Ends the document with a line end.
    package mutating func endLine() {
        bytes.append(UInt8(ascii: "\n"))
    }

    /// Writes an object with the members that `content` writes.
    package mutating func object(_ content: (inout JSONWriter) -> Void) {
        nest(UInt8(ascii: "{"), UInt8(ascii: "}"), content)
    }

    /// Writes an array with the elements that `content` writes.
    package mutating func array(_ content: (inout JSONWriter) -> Void) {
        nest(UInt8(ascii: "["), UInt8(ascii: "]"), content)
    }

    /// Writes the separator before an element of an array.
    package mutating func beginElement() {
        separate(isFirst: count == 0)
        count += 1
    }

    /// Writes the separator and the name of a member.
    ///
    /// The name is a literal that needs no escapes.
    package mutating func beginMember(_ name: StaticString) {
        beginElement()
        bytes.append(UInt8(ascii: "\""))
        bytes.append(literal: name)
        bytes.append(UInt8(ascii: "\""))
        bytes.append(UInt8(ascii: ":"))
        if isPretty { bytes.append(UInt8(ascii: " ")) }
    }

    /// Writes a member whose value is a string, or null.
    package mutating func member(_ name: StaticString, _ value: String?) {
        beginMember(name)
        guard let value else { return bytes.append(literal: "null") }
        write(value)
    }

    /// Writes a member with an existing value.
    package mutating func member(_ name: StaticString, value: JSONValue) {
        beginMember(name)
        write(value)
    }

    private mutating func nest(_ opening: UInt8, _ closing: UInt8, _ content: (inout JSONWriter) -> Void) {
        let outer = count
        count = 0
        open(opening)
        content(&self)
        close(closing, isEmpty: count == 0)
        count = outer
    }
}

extension JSONValue: CustomStringConvertible {
    /// The value as JSON text; `pretty` puts each member on its own line, indented by two spaces.
    public func serialized(pretty: Bool = false) -> String {
        String(decoding: serializedBytes(pretty: pretty), as: UTF8.self)
    }

    /// The value as the UTF-8 bytes of JSON text.
    public func serializedBytes(pretty: Bool = false) -> [UInt8] {
        var writer = JSONWriter(pretty: pretty)
        writer.write(self)
        return writer.bytes
    }

    /// The value as compact JSON text.
    public var description: String {
        serialized()
    }

    /// The text of a string, and every other value as JSON.
    package var plainText: String { string ?? serialized() }
}

extension JSONObject: CustomStringConvertible {
    /// The object as compact JSON text.
    public var description: String {
        JSONValue.object(self).serialized()
    }
}
