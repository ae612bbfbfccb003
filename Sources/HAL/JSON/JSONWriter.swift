/// Writes values as JSON text: members in order, digits as they were, only the escapes that RFC 8259 §7 asks for.
struct JSONWriter {
    /// What is written so far.
    private(set) var bytes: [UInt8] = []
    private let isPretty: Bool
    private var depth = 0

    init(pretty: Bool) {
        isPretty = pretty
    }

    mutating func write(_ value: JSONValue) {
        switch value {
        case .null: bytes.append(contentsOf: "null".utf8)
        case .bool(let bool): bytes.append(contentsOf: (bool ? "true" : "false").utf8)
        case .number(let number): bytes.append(contentsOf: number.literal.utf8)
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

    private mutating func write(_ string: String) {
        bytes.append(UInt8(ascii: "\""))
        for byte in string.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes.append(contentsOf: [UInt8(ascii: "\\"), byte])
            case 0x08: bytes.append(contentsOf: "\\b".utf8)
            case 0x09: bytes.append(contentsOf: "\\t".utf8)
            case 0x0A: bytes.append(contentsOf: "\\n".utf8)
            case 0x0C: bytes.append(contentsOf: "\\f".utf8)
            case 0x0D: bytes.append(contentsOf: "\\r".utf8)
            case 0..<0x20:
                bytes.append(contentsOf: "\\u00".utf8)
                bytes.append(contentsOf: [UInt8(ascii: "0") + byte >> 4, Self.hexDigits[Int(byte & 0xF)]])
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private static let hexDigits = Array("0123456789abcdef".utf8)

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
        bytes.append(UInt8(ascii: "\n"))
        bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: 2 * depth))
    }
}

extension JSONValue: CustomStringConvertible {
    /// The value as JSON text; `pretty` puts each member on a line of its own, indented by two spaces.
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
}
